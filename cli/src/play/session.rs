//! A game with a person at the terminal.

use std::io::{self, Write};

use grundy::{Nimber, Play};

use crate::failure::Failure;
use crate::interrupt;
use crate::play::advisor::{Advisor, Tiles};
use crate::play::input::Input;
use crate::play::players::{Level, Player, Players};
use crate::play::rules::{Move, Position, Rules, counted};
use crate::play::style::{GOOD, HEADING, QUIET, WRONG};
use crate::play::{drawing, entry};

/// Moves that have a number. Later moves must be typed out.
const MOST_NUMBERED: usize = 100_000;
/// Moves on a page of the list.
const PAGE: usize = 20;
/// Characters of the column of moves. Longer moves stick out of it.
const MOST_ALIGNED: usize = 40;
/// Characters of a line that was not understood that are shown.
const MOST_ECHOED: usize = 120;

const HELP: &str = "\
A move is the number that it has in the list of `moves`, or what stands there after the number, or shorter: `2: 3` is
three counters from the second heap, or pin 3 of the second row; `1,2` is a tile of Chomp.
  moves [PAGE]  the moves with their numbers        hint    a good move
  values        the values of the components        why     who wins, and the working
  undo          take back your last move            show    the position once more
  help          this                                quit    leave the game";

pub(crate) struct Session<'a, W> {
    pub(crate) rules: &'a Rules,
    pub(crate) play: Play,
    pub(crate) players: Players,
    pub(crate) advisor: Advisor<'a>,
    pub(crate) input: Input,
    pub(crate) out: W,
}

/// The result of a turn.
enum Turn {
    Played(Move),
    TakenBack,
    Left,
}

impl<W: Write> Session<'_, W> {
    /// Plays until the game is over or a person leaves it.
    pub(crate) fn run(&mut self, start: Position) -> Result<(), Failure> {
        let rules = self.rules;
        writeln!(self.out, "{HEADING}{}{HEADING:#}, {} play: {}", rules.name(), self.play, self.goal())?;
        writeln!(self.out, "{QUIET}`help` says what can be typed.{QUIET:#}")?;
        // The positions so far: before the first move, after one move, after two moves, and so on.
        let mut past = vec![start];
        self.show(&past[0])?;
        while let Some(position) = past.last().cloned() {
            let moves = past.len() - 1;
            if rules.is_over(&position) {
                return Ok(self.finish(moves)?);
            }
            let turn = match self.players.to_move(moves) {
                Player::Person => self.ask(&position, moves)?,
                Player::Computer(level) => self.computed(&position, level)?,
            };
            match turn {
                Turn::Left => break,
                Turn::TakenBack => self.take_back(&mut past)?,
                Turn::Played(mv) => match self.played(&position, &mv, moves)? {
                    Some(left) => past.push(left),
                    None => break,
                },
            }
        }
        Ok(self.out.flush()?)
    }

    fn computed(&mut self, position: &Position, level: Level) -> io::Result<Turn> {
        let mv = match self.advisor.choose(level, position) {
            Ok(mv) => mv,
            Err(_) if interrupt::was_pressed() => return Ok(Turn::Left),
            Err(why) => {
                writeln!(self.out, "{QUIET}The computer plays at random: {why}.{QUIET:#}")?;
                self.advisor.random(position)
            }
        };
        Ok(mv.map_or(Turn::Left, Turn::Played))
    }

    /// Prints a move. Returns the position after it.
    fn played(&mut self, position: &Position, mv: &Move, moves: usize) -> io::Result<Option<Position>> {
        let rules = self.rules;
        let left = rules.after(position, mv);
        if let Some(left) = &left {
            let (name, written) = (self.players.name(moves), rules.move_text(position, mv));
            writeln!(self.out, "{HEADING}{name}:{HEADING:#} {written} -> {}", rules.text(left))?;
            if !rules.is_over(left) {
                self.show(left)?;
            }
        }
        Ok(left)
    }

    /// Goes back to the last position in which a person was to move.
    fn take_back(&mut self, past: &mut Vec<Position>) -> io::Result<()> {
        // `answer` has checked that a person has moved before, so the walk back ends at a turn of a person.
        past.pop();
        while past.len() > 1 && self.players.to_move(past.len() - 1) != Player::Person {
            past.pop();
        }
        writeln!(self.out, "Taken back.")?;
        past.last().map_or(Ok(()), |position| self.show(position))
    }

    fn goal(&self) -> &'static str {
        match self.play {
            Play::Normal => "who makes the last move wins",
            Play::Misere => "who makes the last move loses",
        }
    }

    fn show(&mut self, position: &Position) -> io::Result<()> {
        writeln!(self.out)?;
        for line in drawing::lines(self.rules, position) {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out)
    }

    fn finish(&mut self, moves: usize) -> io::Result<()> {
        let last = moves.checked_sub(1).map(|last| self.players.name(last));
        match (last, self.play) {
            (None, Play::Normal) => writeln!(self.out, "There is no move: who is to move loses."),
            (None, Play::Misere) => writeln!(self.out, "There is no move: who is to move wins."),
            (Some(name), play) => {
                let (who, verb) = if name == "You" { ("You", "") } else { (name, "s") };
                let result = if play == Play::Normal { "win" } else { "lose" };
                writeln!(
                    self.out,
                    "{GOOD}No move is left. {who} made the last one and {result}{verb}, after {}.{GOOD:#}",
                    counted(moves, "move")
                )
            }
        }
    }

    /// Reads lines until one is a move, and answers questions in between.
    fn ask(&mut self, position: &Position, moves: usize) -> Result<Turn, Failure> {
        loop {
            self.out.flush()?;
            let prompt = format!("{}> ", self.players.name(moves).to_lowercase());
            let unreadable = |error| Failure::input(format!("the input cannot be read: {error}"));
            let Some(line) = self.input.line(&prompt).map_err(unreadable)? else {
                writeln!(self.out, "The game is left as it is: {}", self.rules.text(position))?;
                return Ok(Turn::Left);
            };
            if !self.input.echoes() {
                writeln!(self.out, "{prompt}{}", cut(&line))?;
            }
            match self.answer(position, moves, &line) {
                Ok(Answer::Turn(turn)) => return Ok(turn),
                Ok(Answer::Text(text)) => writeln!(self.out, "{text}")?,
                Ok(Answer::Drawing) => self.show(position)?,
                Err(_) if interrupt::was_pressed() => return Ok(Turn::Left),
                Err(wrong) => writeln!(self.out, "{WRONG}Not so: {wrong}.{WRONG:#}")?,
            }
        }
    }

    fn answer(&mut self, position: &Position, moves: usize, line: &str) -> Result<Answer, String> {
        let mut words = line.split_whitespace();
        let (command, argument) = (words.next().unwrap_or_default().to_lowercase(), words.next());
        Ok(match command.as_str() {
            "" => Answer::Text(String::new()),
            "help" | "h" | "?" => Answer::Text(HELP.to_owned()),
            "quit" | "q" | "exit" => Answer::Turn(Turn::Left),
            "show" => Answer::Drawing,
            "undo" | "u" => {
                // The other player's turns are taken back with one's own; before the first there is nothing to take back.
                let earlier = (0..moves).any(|turn| self.players.to_move(turn) == Player::Person);
                if !earlier {
                    return Err("there is no move of yours to take back".to_owned());
                }
                Answer::Turn(Turn::TakenBack)
            }
            "hint" => Answer::Text(capital(&self.advisor.hint(position)?)),
            "why" => Answer::Text(without_the_middle(&self.advisor.why(position)?)),
            "values" | "value" => Answer::Text(self.values(position)?),
            "moves" | "list" => {
                let page =
                    argument.map_or(Ok(1), str::parse).map_err(|_| "a page has a number: `moves 2`".to_owned())?;
                Answer::Text(self.list(position, page)?)
            }
            _ => Answer::Turn(Turn::Played(self.chosen(position, line)?)),
        })
    }

    /// The move that was typed: its number or its text.
    fn chosen(&self, position: &Position, line: &str) -> Result<Move, String> {
        if !line.is_empty() && line.chars().all(|c| c.is_ascii_digit()) {
            // A number that is too large for its type is too large for the list as well.
            let number: usize = line.parse().unwrap_or(usize::MAX);
            if number > MOST_NUMBERED {
                return Err(format!("only the first {MOST_NUMBERED} moves have numbers: write the move out"));
            }
            // Numbers begin at 1. The list is made again up to the move, so that no long list is kept.
            let nth = number.checked_sub(1).and_then(|before| self.rules.moves(position).nth(before));
            return nth.ok_or_else(|| format!("there is no move {number}: `moves` lists them, from 1 on"));
        }
        let mv = entry::read(self.rules, position, line)?;
        match self.rules.after(position, &mv) {
            Some(_) => Ok(mv),
            None => Err(self.why_not(position, &mv)),
        }
    }

    fn why_not(&self, position: &Position, mv: &Move) -> String {
        let written = self.rules.move_text(position, mv);
        let at = position.get(mv.component).map(|at| self.rules.component_text(at)).unwrap_or_default();
        let first = self.rules.moves(position).find(|legal| legal.component == mv.component);
        let instead = match first {
            Some(first) => format!("a move there is `{}`, for example", self.rules.move_text(position, &first)),
            None => "there is no move there at all".to_owned(),
        };
        let label = self.rules.label(position, &[mv.component]);
        let label = if position.len() > 1 { label } else { format!("the {label}") };
        format!("the rules of {} do not allow `{written}`: {label} is {at}, and {instead}", self.rules.name())
    }

    fn list(&self, position: &Position, page: usize) -> Result<String, String> {
        // No such page: 0, a number whose product overflows, and pages beyond the numbered moves.
        let before = page.checked_sub(1).and_then(|pages| pages.checked_mul(PAGE)).filter(|all| *all < MOST_NUMBERED);
        let before = before.ok_or("there is no such page")?;
        let mut moves = self.rules.moves(position).skip(before);
        let shown: Vec<Move> = moves.by_ref().take(PAGE).collect();
        if shown.is_empty() {
            return Err("there is no such page: the list is shorter".to_owned());
        }
        let line = |(number, mv): (usize, &Move)| format!("{number:>6}  {}", self.rules.move_text(position, mv));
        let mut lines: Vec<String> = (before + 1..).zip(&shown).map(line).collect();
        // One more move than is shown tells whether another page follows.
        let is_more = moves.next().is_some();
        if is_more && before + PAGE == MOST_NUMBERED {
            lines.push(format!("{QUIET}        the moves after these have no number: write them out{QUIET:#}"));
        } else if is_more {
            lines.push(format!("{QUIET}        more: `moves {}`{QUIET:#}", page + 1));
        }
        Ok(lines.join("\n"))
    }

    /// The table of the nim-sum, and the values that moves leave.
    fn values(&mut self, position: &Position) -> Result<String, String> {
        let mut text = without_the_middle(&self.advisor.table(position)?.to_string());
        if self.play == Play::Misere {
            text += "\nIn misère play these values do not decide who wins.";
        }
        let tiles = self.advisor.tiles(position);
        text += &if tiles.is_empty() { self.values_of_moves(position) } else { self.values_on_tiles(position, &tiles) };
        Ok(text)
    }

    /// The first moves, with the value of the whole position after each.
    fn values_of_moves(&mut self, position: &Position) -> String {
        let rules = self.rules;
        let mut text = "\nWhat a move leaves is worth:".to_owned();
        // One more than is shown tells whether there are others.
        let moves: Vec<Move> = rules.moves(position).take(PAGE + 1).collect();
        let written: Vec<String> = moves.iter().take(PAGE).map(|mv| rules.move_text(position, mv)).collect();
        let width = written.iter().map(|mv| mv.chars().count()).max().unwrap_or(0).min(MOST_ALIGNED);
        for (number, (mv, written)) in (1..).zip(moves.iter().zip(&written)) {
            let value = self.advisor.value_after(position, mv);
            let told = value.map_or_else(|| "?".to_owned(), |value| value.to_string());
            let is_good = self.play == Play::Normal && value == Some(Nimber::ZERO);
            let note = if is_good { format!("  {GOOD}wins{GOOD:#}") } else { String::new() };
            text.extend([format!("\n{number:>6}  {written:<width$}  {told}{note}")]);
        }
        if moves.len() > PAGE {
            text.extend([format!("\n        {QUIET}and those after them{QUIET:#}")]);
        }
        text
    }

    /// Boards with a value on each tile, and the winning moves.
    fn values_on_tiles(&mut self, position: &Position, tiles: &Tiles) -> String {
        let rules = self.rules;
        let mut text = "\nOn a tile stands what its component is worth when it is taken".to_owned();
        text += if self.play == Play::Normal { ":" } else { " (in normal play):" };
        for line in drawing::with_values(rules, position, &|place, tile| tiles.get(&(place, tile)).copied()) {
            text.extend(["\n", &line]);
        }
        if self.play == Play::Normal {
            let wins = |mv: &Move| self.advisor.value_after(position, mv) == Some(Nimber::ZERO);
            let winning: Vec<Move> = rules.moves(position).filter(wins).collect();
            let written: Vec<String> = winning.iter().map(|mv| rules.move_text(position, mv)).collect();
            let told = if written.is_empty() { "none".to_owned() } else { written.join("; ") };
            text.extend([format!("\nWinning moves: {told}")]);
        }
        text
    }
}

/// The result of a line.
enum Answer {
    Turn(Turn),
    Text(String),
    Drawing,
}

/// A line without control characters, cut off if it is long.
fn cut(line: &str) -> String {
    let line: String = line.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if line.chars().count() <= MOST_ECHOED {
        line
    } else {
        format!("{}…", line.chars().take(MOST_ECHOED).collect::<String>())
    }
}

/// A long text without the lines in its middle.
fn without_the_middle(text: &str) -> String {
    const FIRST: usize = 30;
    const LAST: usize = 8;
    let lines: Vec<&str> = text.lines().collect();
    let Some(left_out) = lines.len().checked_sub(FIRST + LAST).filter(|left_out| *left_out > 0) else {
        return text.to_owned();
    };
    let told = format!("… {}", counted(left_out, "more line"));
    let last = &lines[lines.len() - LAST..];
    [&lines[..FIRST], &[told.as_str()], last].concat().join("\n")
}

/// A sentence: with a capital letter and a full stop.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect()) + "."
}
