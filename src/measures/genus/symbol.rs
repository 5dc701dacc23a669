//! The genus as a symbol: a Grundy value and an infinite sequence of misère Grundy values, which alternates from some place on.

use std::fmt;
use std::str::FromStr;

use smallvec::{SmallVec, smallvec};

use crate::measures::tame_class::TameClass;
use crate::mex::mex;
use crate::nimber::Nimber;
use crate::notation::{NotationError, Piece};
use crate::outcome::{Outcome, Play, outcome_of};

/// The genus of a game *G*, written `g^abc..`: *g* is its Grundy value, and the digits after it are the misère Grundy values
/// of *G*, *G* + `*2`, *G* + `*2` + `*2` and so on.
///
/// The misère Grundy value of a game is the mex of those of its options, but 1 if it has none. *G* + `*k` is P in misère play exactly if
/// the value of *G* is *k*.
///
/// Theorem (*Winning Ways*): the genus of a game follows from those of its options. From some place on its digits alternate between two
/// values that differ by nim-adding 2. So a finite text is enough: the last two digits that are written alternate for ever, and
/// `4^146` stands for 4 with 1, 4, 6, 4, 6, ... The alternation is proved, not observed: see [`of_options`](Self::of_options).
///
/// The genus determines the outcome of *G* plus any number of heaps of 1, 2 and 3 counters and one heap of any size, in both kinds of
/// play. It does not determine the outcome of a sum of two games, unless both are [tame](super::Temper::Tame).
///
/// In text the digits follow a `^`, with commas between them if one of them has two figures. Other texts are read too: `4^{146}`; a
/// single digit, which stands for the alternation that it begins (`2^2` is `2^20`); a number alone for a nim-heap (`0` is `0^120`). A
/// single digit of two figures stands in parentheses, `13^(13)`, since `13^13` has the digits 1 and 3.
///
/// ```
/// use grundy::measures::Genus;
/// use grundy::{Nimber, Outcome, Play};
///
/// let genus: Genus = "4^146".parse()?; // five pins of Kayles
/// assert_eq!(genus.misere(0), Nimber::new(1)); // five pins and one pin: P in misère play
/// assert_eq!(genus.misere(1_000_001), Nimber::new(4));
/// assert_eq!(genus.outcome_in(Play::Misere), Outcome::N);
/// assert_eq!("0".parse::<Genus>()?.to_string(), "0^120");
/// let error = "4^145".parse::<Genus>().unwrap_err().to_string();
/// assert_eq!(error, "`4^145`, character 3: the last two digits, 4 and 5, do not alternate: the last must be 6");
/// # Ok::<(), grundy::NotationError>(())
/// ```
///
/// Reference: Winning Ways, ch. 13; ONAG, ch. 12.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    grundy: Nimber,
    /// The misère values up to and including the first two that alternate: at least two digits.
    digits: SmallVec<[Nimber; 3]>,
}

const TWO: Nimber = Nimber::new(2);

impl Genus {
    /// The genus of a nim-heap: `0^120`, `1^031`, `2^20`, `3^31`, `4^46`, ..
    ///
    /// ```
    /// use grundy::{Nimber, measures::Genus};
    /// assert_eq!(Genus::nim_heap(Nimber::new(5)).to_string(), "5^57");
    /// ```
    #[must_use]
    pub fn nim_heap(size: Nimber) -> Self {
        TameClass::nim_heap(size).genus()
    }

    /// The genus of a game from those of its options.
    ///
    /// Let *x* be the digit of the game at place *n* − 1. Its digit at place *n* is the mex of the options' digits at place *n*, of *x*,
    /// and of *x* + 1: the moves in the last `*2`, to `*0` and `*1`, leave these two values. At place 0 it is the mex of the options'
    /// digits only.
    ///
    /// Why the digits alternate: let the digits of all options alternate from place *s* on. Then the set *S* of the options' digits
    /// changes to *S* + 2 from each place to the next. Take the lowest block of four values 4*a* .. 4*a* + 3 that is not contained in *S*,
    /// and its two pairs 4*a*, 4*a* + 1 and 4*a* + 2, 4*a* + 3. If each pair lacks a value in *S*, the digits alternate between the two
    /// pairs. If only one pair lacks values, the other pair lacks the corresponding ones at the next place, and the previous digit
    /// excludes the mex at most once. So the digits alternate from place *s* + 1 on, or from place 2 on if *s* is 0.
    ///
    /// Time is O(*n* *s*) for *n* options.
    ///
    /// ```
    /// use grundy::measures::Genus;
    /// let options: Vec<Genus> = ["2", "3"].iter().map(|text| text.parse().unwrap()).collect();
    /// assert_eq!(Genus::of_options(&options).to_string(), "0^02"); // the options of *2 + *2 have the genera of *2 and *3
    /// ```
    #[must_use]
    pub fn of_options<'a>(options: impl IntoIterator<Item = &'a Self>) -> Self {
        let options: Vec<&Self> = options.into_iter().collect();
        // The place *s* of the proof above: from there on the digits of all options alternate.
        let Some(settled) = options.iter().map(|option| option.digits.len() - 2).max() else {
            return Self::nim_heap(Nimber::ZERO);
        };
        // Place 0: without heaps of two there are only the options' digits.
        let mut digit = mex(options.iter().map(|option| option.misere(0)));
        let mut digits = SmallVec::new();
        digits.push(digit);
        // The digits alternate from place *s* + 1, or 2, on: to *s* + 3 there are two that do in either case.
        for place in 1..=settled as u64 + 3 {
            let moves_in_two = [digit, digit + Nimber::new(1)];
            digit = mex(options.iter().map(|option| option.misere(place)).chain(moves_in_two));
            digits.push(digit);
        }
        Self::new(mex(options.iter().map(|option| option.grundy)), digits)
    }

    /// The Grundy value, of normal play.
    #[must_use]
    pub fn grundy(&self) -> Nimber {
        self.grundy
    }

    /// The misère Grundy value of the sum of the game and `twos` heaps of two.
    #[must_use]
    pub fn misere(&self, twos: u64) -> Nimber {
        let last = self.digits.len() - 1;
        // `misere(5)` of `4^146`: the last digit, 6, has place 2, so place 5 is an odd number of places further: 4.
        let place = usize::try_from(twos).ok().filter(|place| *place < last);
        // Beyond the last digit they alternate: an even number of places further is the last one again, an odd number the one before.
        place.map_or_else(|| self.digits[last - usize::from((twos - last as u64) % 2 == 1)], |place| self.digits[place])
    }

    /// The digits that are written: at least two, up to and including the first two that alternate for ever.
    #[must_use]
    pub fn digits(&self) -> &[Nimber] {
        &self.digits
    }

    /// Who wins the game.
    #[must_use]
    pub fn outcome_in(&self, play: Play) -> Outcome {
        let value = match play {
            Play::Normal => self.grundy,
            Play::Misere => self.misere(0),
        };
        outcome_of(value)
    }

    /// The class of the nim-positions with this genus, if there are any. A game with such a genus need not be tame.
    ///
    /// ```
    /// use grundy::{Nimber, measures::{Genus, TameClass}};
    /// assert_eq!("1^13".parse::<Genus>()?.tame_class(), Some(TameClass::Firm(Nimber::new(1))));
    /// assert_eq!("4^146".parse::<Genus>()?.tame_class(), None);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    #[must_use]
    pub fn tame_class(&self) -> Option<TameClass> {
        let class = TameClass::from_values(self.grundy, self.misere(0))?;
        // The Grundy value and the first digit alone do not decide: `1^13` is that of a firm class, and `1^120` begins
        // alike.
        (class.genus() == *self).then_some(class)
    }

    /// A genus from its first digits, at least two. The last two alternate for ever; digits that the alternation implies are removed.
    fn new(grundy: Nimber, mut digits: SmallVec<[Nimber; 3]>) -> Self {
        assert!(matches!(digits[..], [.., before, last] if before + TWO == last), "the last two digits alternate");
        // While the digit before the last two belongs to the alternation too. For 2, 0, 2, 0 this leaves 2, 0.
        while let [.., before, last_but_one, _] = digits[..]
            && before + TWO == last_but_one
        {
            digits.pop();
        }
        Self { grundy, digits }
    }
}

impl TameClass {
    /// The genus.
    #[must_use]
    pub fn genus(self) -> Genus {
        let firm = self.grundy() + Nimber::new(2);
        // Beside one more `*2` a firm position stays firm, and a fickle one becomes firm.
        let digits = match self {
            Self::Firm(value) => smallvec![value, firm],
            fickle => smallvec![fickle.misere_grundy(), firm, fickle.grundy()],
        };
        Genus::new(self.grundy(), digits)
    }
}

/// Writes the Grundy value, `^` and the digits.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&with_digits(self.grundy, &self.digits))
    }
}

/// The text of a Grundy value and some digits.
pub(super) fn with_digits(grundy: Nimber, digits: &[Nimber]) -> String {
    if let [only] = digits
        && only.get() > 9
    {
        return format!("{}^({})", grundy.get(), only.get());
    }
    let separator = if digits.iter().any(|digit| digit.get() > 9) { "," } else { "" };
    let digits: Vec<String> = digits.iter().map(|digit| digit.get().to_string()).collect();
    format!("{}^{}", grundy.get(), digits.join(separator))
}

crate::serial::serde_as_text!(Genus);

impl FromStr for Genus {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let whole = Piece::whole(text);
        let number = |piece: Piece<'_>| piece.number("a number of a genus such as 4^146").map(Nimber::new);
        let Some(hat) = text.find('^') else { return Ok(Self::nim_heap(number(whole)?)) };
        let grundy = number(whole.part(0, hat))?;
        let digits = whole.part(hat + 1, text.len());
        let digits = digits.between('{', '}').unwrap_or(digits);
        let mut values: SmallVec<[Nimber; 3]> = if let Some(only) = digits.between('(', ')') {
            smallvec![number(only)?]
        } else if digits.text.contains(',') || digits.text.is_empty() {
            // An empty text is split into one empty part, which `number` refuses.
            digits.read_each(',', number)?.into()
        } else {
            let each = digits.text.char_indices().map(|(at, digit)| digits.part(at, at + digit.len_utf8()));
            each.map(number).collect::<Result<_, _>>()?
        };
        match values[..] {
            // A single digit stands for the alternation that it begins.
            [only] => values.push(only + TWO),
            [.., before, last] if before + TWO != last => {
                let [before, last, right] = [before, last, before + TWO].map(Nimber::get);
                let error =
                    format!("the last two digits, {before} and {last}, do not alternate: the last must be {right}");
                return Err(digits.error(error));
            }
            _ => {}
        }
        Ok(Self::new(grundy, values))
    }
}
