//! Reads moves that a person types.
//!
//! The text that the program prints for a move is read as that move. Shorter texts work too: `2: 3` takes three from the second heap.
//! The component may be left out if the move is legal in one component only.

use grundy::any::{AnyMove, AnyPosition};
use grundy::chomp::{CentredTile, Tile};
use grundy::games::{ChainMove, Cross, Node, TakeFromEach, TakeNumber, WythoffMove};
use grundy::heap::{BreakMove, HeapMove, RowMove};
use grundy::{AnyGame, At, Components, ImpartialGame, SumMove};

use crate::play::kind::Kind;
use crate::play::rules::{Move, Position, Rules};

/// Moves that are compared with a text, of a game whose moves have no short texts.
const MOST_LISTED: usize = 100_000;

/// Reads a move. A move with its component need not be legal. The error is a sentence about the text.
pub(crate) fn read(rules: &Rules, position: &Position, line: &str) -> Result<Move, String> {
    if let Some(mv) = printed(rules, position, line) {
        return Ok(mv);
    }
    let (component, text) = split(line, position.len())?;
    let words = Words::new(text)?;
    let moves_in = |at: &At<AnyPosition>| match rules.game(at) {
        Some(game) => moves(game, &at.position, &words),
        None => Ok(Vec::new()),
    };
    if let Some(place) = component {
        let at = position.get(place).ok_or("there is no such component")?;
        let candidates = moves_in(at)?;
        // A legal move, if there is one. Otherwise the first that the words can mean, for a message that says why it
        // is not legal.
        let legal = candidates.iter().find(|mv| rules.table.allows(at, mv)).or(candidates.first()).cloned();
        return legal.map(|mv| SumMove { component: place, mv }).ok_or_else(|| not_understood(rules, position));
    }
    // Without a component, the text must be legal in exactly one. A move that is understood but legal nowhere makes a
    // better message.
    let (mut understood, mut refused) = (None, None);
    let mut legal = Vec::new();
    for (component, at) in position.iter().enumerate() {
        let candidates = moves_in(at).unwrap_or_else(|number| {
            refused.get_or_insert(number);
            Vec::new()
        });
        for mv in candidates {
            let mv = SumMove { component, mv };
            if rules.table.allows(at, &mv.mv) {
                legal.push(mv);
                // One legal move for each component is enough: a second one differs in the order of its parts only.
                break;
            }
            understood.get_or_insert(mv);
        }
    }
    match (&legal[..], understood) {
        ([mv], _) => Ok(mv.clone()),
        ([], None) => Err(refused.unwrap_or_else(|| not_understood(rules, position))),
        ([], Some(mv)) => Ok(mv),
        ([first, second, ..], _) => {
            let [first, second] = [first, second].map(|mv| rules.move_text(position, mv));
            Err(format!("where? It could be `{first}`, `{second}`: write the component and a colon before it"))
        }
    }
}

/// The move that is printed as this line, in a game whose moves have no short texts: their names may have a colon, as `region 2: from spot 1 to
/// itself`, before which no component stands.
fn printed(rules: &Rules, position: &Position, line: &str) -> Option<Move> {
    if !line.contains(':') {
        return None;
    }
    let words = Words::new(line).ok()?;
    let has_no_short_texts = |mv: &Move| {
        let at = &position[mv.component];
        rules.game(at).is_some_and(|game| matches!(Kind::of(game, &at.position), Kind::Other))
    };
    let mut moves = rules.moves(position).take(MOST_LISTED).filter(has_no_short_texts);
    moves.find(|mv| Words::new(&rules.move_text(position, mv)).as_ref() == Ok(&words))
}

/// The error for a text that is no move, with an example of a move.
fn not_understood(rules: &Rules, position: &Position) -> String {
    let example = rules.moves(position).next().map(|mv| rules.move_text(position, &mv));
    let example = example.unwrap_or_else(|| "a number".to_owned());
    format!("that is no move and no command. A move looks like `{example}`; `moves` lists them, `help` explains")
}

/// The component before a colon, and the rest of the line.
fn split(line: &str, components: usize) -> Result<(Option<usize>, &str), String> {
    let Some((before, text)) = line.split_once(':') else { return Ok((None, line)) };
    let digits = before.trim_end().rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    if digits.is_empty() {
        // `heap: take 3`, which names the only component.
        return Ok((Some(0).filter(|_| components == 1), text));
    }
    match digits.parse::<usize>() {
        Ok(place @ 1..) if place <= components => Ok((Some(place - 1), text)),
        _ => Err(format!("there is no component {digits}: they are numbered from 1 to {components}")),
    }
}

/// The words and numbers of a text. Other characters separate them.
#[derive(PartialEq)]
struct Words {
    names: Vec<String>,
    numbers: Vec<i128>,
    /// The numbers without their signs, in 128 bits.
    sizes: Vec<u128>,
    /// The last word before each number; empty if there is none.
    labels: Vec<String>,
}

impl Words {
    fn new(text: &str) -> Result<Self, String> {
        let (mut names, mut numbers, mut sizes, mut labels) = (Vec::<String>::new(), vec![], vec![], vec![]);
        let mut rest = text.trim();
        let mut before = ' ';
        while let Some(first) = rest.chars().next() {
            let run = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let end = if first.is_alphabetic() {
                let end = run(char::is_alphabetic);
                names.push(rest[..end].to_lowercase());
                end
            } else if first.is_ascii_digit() {
                let end = run(|c| c.is_ascii_digit());
                let size: u128 = rest[..end].parse().map_err(|_| format!("{} is too large", &rest[..end]))?;
                let number = i128::try_from(size).unwrap_or(i128::MAX);
                // A `-` after a digit is no sign: 2-3 is two numbers.
                numbers.push(if before == '-' { -number } else { number });
                sizes.push(size);
                labels.push(names.last().cloned().unwrap_or_default());
                end
            } else {
                first.len_utf8()
            };
            // In `3 -2` the second number is -2, and in `2-3` the numbers are 2 and 3.
            let is_sign = first == '-' && !before.is_ascii_digit();
            before = if is_sign { '-' } else { rest[..end].chars().next_back().filter(|c| *c != '-').unwrap_or(' ') };
            rest = &rest[end..];
        }
        Ok(Self { names, numbers, sizes, labels })
    }

    /// Whether all words are among these.
    fn only(&self, known: &[&str]) -> bool {
        self.names.iter().all(|word| known.contains(&word.as_str()))
    }

    fn has(&self, word: &str) -> bool {
        self.place(word).is_some()
    }

    /// The place of a word among the words.
    fn place(&self, word: &str) -> Option<usize> {
        self.names.iter().position(|known| known == word)
    }

    fn labels(&self) -> Vec<&str> {
        self.labels.iter().map(String::as_str).collect()
    }

    /// The numbers, if none has a sign.
    fn unsigned(&self) -> Result<&[u128], String> {
        match self.numbers.iter().find(|number| **number < 0) {
            None => Ok(&self.sizes),
            Some(number) => Err(format!("{number} is no number of a move here, since it is below 0")),
        }
    }

    /// The numbers, if none has a sign, in the bits of the game.
    fn small<T: TryFrom<u128>>(&self) -> Result<Vec<T>, String> {
        let fits = |size: &u128| T::try_from(*size).map_err(|_| format!("{size} is too large"));
        self.unsigned()?.iter().map(fits).collect()
    }
}

/// The moves that the words can mean: one move, or the same parts in other orders. The error tells a number that no move of the game has.
fn moves(game: &AnyGame, position: &AnyPosition, words: &Words) -> Result<Vec<AnyMove>, String> {
    Ok(match Kind::of(game, position) {
        Kind::Heap(_) => any(heap_moves(words, &words.small()?)),
        Kind::Pins(_) => any(row_moves(words, &words.small()?)),
        Kind::Cells(_) => any(one(words, &["cell", "cross", "in"])?.map(Cross)),
        Kind::CodeHeap(heap) => any(break_moves(heap, words, words.unsigned()?)),
        Kind::Pair(_) => any(wythoff_move(words, &words.small()?)),
        Kind::Heaps(heaps) => any(take_from_each(heaps.sizes().len(), words, &words.small()?)),
        Kind::Numbers(_) => any(one(words, &["take", "number"])?.map(TakeNumber)),
        Kind::Tree(_) => any(one(words, &["take", "node"])?.map(Node)),
        Kind::Chain(_) => any(chain_moves(words, &words.small()?)),
        Kind::Chomp(..) => any(tile(words, &words.small()?)),
        Kind::Quadrant(_) => any(centred_tile(words)?),
        Kind::Other => {
            let text = |mv: &AnyMove| game.move_name(position, mv).unwrap_or_else(|| mv.to_string());
            game.moves(position)
                .take(MOST_LISTED)
                .find(|mv| Words::new(&text(mv)).as_ref() == Ok(words))
                .into_iter()
                .collect()
        }
    })
}

/// Moves with their type hidden.
fn any<M>(moves: impl IntoIterator<Item = M>) -> Vec<AnyMove>
where
    M: PartialEq + std::fmt::Debug + std::fmt::Display + Send + Sync + 'static,
{
    moves.into_iter().map(AnyMove::new).collect()
}

/// The only number, if all words are among these.
fn one<T: TryFrom<u128> + Copy>(words: &Words, known: &[&str]) -> Result<Option<T>, String> {
    Ok(match words.small()?[..] {
        [number] if words.only(known) => Some(number),
        _ => None,
    })
}

/// `take 3` or `3`, `split into 1 and 6` or `1+6`.
fn heap_moves(words: &Words, numbers: &[u64]) -> Vec<HeapMove> {
    match *numbers {
        [count] if words.only(&["take"]) => vec![HeapMove::Take(count)],
        [one, other] if words.only(&["split", "into", "and"]) => {
            vec![HeapMove::Split(one, other), HeapMove::Split(other, one)]
        }
        _ => Vec::new(),
    }
}

/// `pin 2` or `2`, `pins 2 and 3`, `2-3`.
fn row_moves(words: &Words, numbers: &[u64]) -> Option<RowMove> {
    match *numbers {
        [place] if words.only(&["pin"]) => Some(RowMove { place, pins: 1 }),
        [place, last] if words.only(&["pin", "pins", "and", "to"]) => {
            let (place, last) = (place.min(last), place.max(last));
            Some(RowMove { place, pins: (last - place).saturating_add(1) })
        }
        _ => None,
    }
}

/// The coordinates of a tile of iChomp: `2,-3`.
fn centred_tile(words: &Words) -> Result<Option<CentredTile>, String> {
    let place = |number: i128| i32::try_from(number).map_err(|_| format!("{number} is too large"));
    Ok(match words.numbers[..] {
        [x, y] if words.only(&["take", "tile"]) => Some(CentredTile { x: place(x)?, y: place(y)? }),
        _ => None,
    })
}

/// `2,3`, `row 2, column 3`, `column 3, row 2`.
fn tile(words: &Words, numbers: &[u32]) -> Option<Tile> {
    if !words.only(&["take", "tile", "row", "column"]) {
        return None;
    }
    let (row, column) = match (numbers, &words.labels()[..]) {
        ([column, row], ["column", "row"]) | ([row, column], ["row", "column"]) => (*row, *column),
        ([row, column], _) if !words.has("row") && !words.has("column") => (*row, *column),
        _ => return None,
    };
    Some(Tile { row, column })
}

/// `take 2, leave 3 and 5`, `take 2, leave nothing`, `take 2` (which leaves the rest as one heap), `split into 3 and 5`, `take 2, split into 3 and 5`.
fn break_moves(heap: u128, words: &Words, numbers: &[u128]) -> Vec<BreakMove> {
    if !words.only(&["take", "leave", "split", "into", "and", "nothing"]) {
        return Vec::new();
    }
    let labels = words.labels();
    let Some((first, others)) = labels.split_first() else { return Vec::new() };
    // Where a word tells which numbers are left, it stands before all of them.
    if (words.has("leave") || words.has("split")) && others.iter().any(|label| ["", "take"].contains(label)) {
        return Vec::new();
    }
    let (taken, mut left) = match (*first, numbers) {
        ("split" | "into", left) => (0, left.to_vec()),
        ("" | "take", [_]) if words.has("split") => return Vec::new(),
        ("" | "take", [taken]) if !words.has("leave") => (*taken, vec![heap.saturating_sub(*taken)]),
        // With a word for what is left, or with several numbers: the first number is taken, the others are left.
        ("" | "take", [taken, left @ ..]) => (*taken, left.to_vec()),
        // What is taken was not told, as in `leave 3 and 5`.
        _ => return Vec::new(),
    };
    // A heap of 0 is none: `leave 0` is the same as `leave nothing`.
    left.retain(|heap| *heap > 0);
    left.sort_unstable();
    vec![BreakMove { taken, left: Components::from(left) }]
}

/// `take 3 from the first heap`, `second 3`, `both 3`, or the numbers from both heaps: `3 0`.
fn wythoff_move(words: &Words, numbers: &[u64]) -> Option<WythoffMove> {
    if !words.only(&["take", "from", "the", "heap", "heaps", "first", "second", "both", "and"]) {
        return None;
    }
    let places = ["first", "second", "both"].map(|word| words.place(word));
    let [first, second] = match (numbers, places) {
        ([count], [Some(_), None, None]) => return Some(WythoffMove::First(*count)),
        ([count], [None, Some(_), None]) => return Some(WythoffMove::Second(*count)),
        ([count], [None, None, Some(_)]) => return Some(WythoffMove::Both(*count)),
        // From both heaps, in the order in which these are named.
        ([one, other], [Some(first), Some(second), None]) if second < first => [*other, *one],
        ([one, other], [Some(_), Some(_), None] | [None, None, None]) => [*one, *other],
        _ => return None,
    };
    match [first, second] {
        [count, 0] => Some(WythoffMove::First(count)),
        [0, count] => Some(WythoffMove::Second(count)),
        [one, other] => (one == other).then_some(WythoffMove::Both(one)),
    }
}

/// `take 3 from heap 1 and 2 from heap 3`, or the numbers from all heaps: `3 0 2`.
fn take_from_each(heaps: usize, words: &Words, numbers: &[u64]) -> Option<TakeFromEach> {
    if words.has("from") && words.only(&["take", "from", "heap", "and"]) && numbers.len().is_multiple_of(2) {
        let mut counts = vec![None; heaps];
        for (pair, labels) in numbers.chunks_exact(2).zip(words.labels().chunks_exact(2)) {
            // `from heap 1 take 2` has the numbers in another order.
            if !matches!(labels, ["" | "take" | "and", "from" | "heap"]) {
                return None;
            }
            let place = usize::try_from(pair[1]).ok()?.checked_sub(1)?;
            // A heap that is named twice may be a slip of the hand: no move is made for it.
            if counts.get_mut(place)?.replace(pair[0]).is_some() {
                return None;
            }
        }
        return Some(counts.into_iter().map(Option::unwrap_or_default).collect::<TakeFromEach>());
    }
    (words.only(&["take", "and"]) && numbers.len() == heaps).then(|| numbers.iter().copied().collect::<TakeFromEach>())
}

/// `node 3`, `the end node` or `end`, `the two end nodes` or `end two`.
fn chain_moves(words: &Words, numbers: &[u64]) -> Vec<ChainMove> {
    match *numbers {
        [node] if words.only(&["take", "node"]) => vec![ChainMove::Remove { node }],
        [] if !words.has("end") || !words.only(&["take", "the", "two", "end", "node", "nodes"]) => Vec::new(),
        [] if words.has("two") => vec![ChainMove::EndTwo],
        [] => vec![ChainMove::End],
        _ => Vec::new(),
    }
}
