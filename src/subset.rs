//! Finite sets of small numbers.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::str::FromStr;

use crate::notation::{NotationError, Piece};

/// A finite set of numbers below 2^20, stored as one bit each, such as the elements of a poset that remain.
///
/// A set of numbers below 64 is one machine word, without an allocation. Any other set takes one bit for each number up to its greatest.
/// Equal sets have equal data, so that a set can be a position: that is why it is not one of the sets of the sequence engine or
/// [`MexSet`](crate::MexSet), which keep spare words to be fast. Looking up one number takes constant time, all else one step for each 64
/// numbers up to the greatest.
///
/// The text is `{0,2,5}`; braces may be left out when it is read. The feature `serde` writes a set as this text.
///
/// ```
/// use grundy::Subset;
///
/// let set = Subset::from_iter([5, 2, 0]);
/// assert_eq!((set.len(), set.to_string()), (3, "{0,2,5}".to_owned()));
/// assert_eq!("0,2,5".parse(), Ok(set.clone()));
/// assert_eq!(set.difference(&Subset::from_iter([2, 70])).iter().collect::<Vec<_>>(), [0, 5]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Subset(Words);

/// The bits. `Many` holds at least two words, the last of which is not zero.
#[derive(Clone, PartialEq, Eq)]
enum Words {
    One(u64),
    Many(Vec<u64>),
}

impl Subset {
    /// One more than the greatest number that a set can hold: 2^20.
    pub const LIMIT: usize = 1 << 20;

    /// The empty set.
    ///
    /// ```
    /// use grundy::Subset;
    /// assert_eq!(Subset::new().to_string(), "{}");
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self(Words::One(0))
    }

    /// The numbers below `end`, or below [`LIMIT`](Self::LIMIT) if that is less.
    ///
    /// ```
    /// use grundy::Subset;
    /// assert_eq!(Subset::below(100).len(), 100);
    /// assert_eq!(Subset::below(3).to_string(), "{0,1,2}");
    /// ```
    #[must_use]
    pub fn below(end: usize) -> Self {
        let end = end.min(Self::LIMIT);
        let mut words = vec![u64::MAX; end / 64];
        // Zero if `end` is a multiple of 64; `from_words` takes it off again.
        words.push((1 << (end % 64)) - 1);
        Self::from_words(words)
    }

    /// Adds a number, and tells whether it is new. A number that is not below [`LIMIT`](Self::LIMIT) is not added.
    ///
    /// ```
    /// use grundy::Subset;
    ///
    /// let mut set = Subset::new();
    /// assert!(set.insert(100));
    /// assert!(!set.insert(100)); // already in the set
    /// assert!(!set.insert(usize::MAX)); // too large
    /// assert_eq!(set.len(), 1);
    /// ```
    #[inline]
    pub fn insert(&mut self, number: usize) -> bool {
        if number >= Self::LIMIT || self.contains(number) {
            return false;
        }
        let (place, bit) = (number / 64, 1 << (number % 64));
        match &mut self.0 {
            Words::One(word) if place == 0 => *word |= bit,
            Words::One(word) => {
                // `place` is 1 or more here, and the new bit is in the last word: what `Many` promises holds.
                let mut words = vec![0; place + 1];
                words[0] = *word;
                words[place] = bit;
                self.0 = Words::Many(words);
            }
            Words::Many(words) => {
                if place >= words.len() {
                    words.resize(place + 1, 0);
                }
                words[place] |= bit;
            }
        }
        true
    }

    /// Removes a number, and tells whether it was in the set.
    ///
    /// ```
    /// use grundy::Subset;
    ///
    /// let mut set = Subset::from_iter([1, 100]);
    /// assert!(set.remove(100) && !set.remove(100));
    /// assert_eq!(set, Subset::from_iter([1]));
    /// ```
    pub fn remove(&mut self, number: usize) -> bool {
        if !self.contains(number) {
            return false;
        }
        let bit = 1 << (number % 64);
        match &mut self.0 {
            Words::One(word) => *word &= !bit,
            Words::Many(words) => {
                words[number / 64] &= !bit;
                // The last word may be zero now, and equal sets must have equal data.
                let words = std::mem::take(words);
                *self = Self::from_words(words);
            }
        }
        true
    }

    /// Whether a number is in the set.
    ///
    /// ```
    /// use grundy::Subset;
    /// assert!(Subset::below(3).contains(2) && !Subset::below(3).contains(3));
    /// ```
    #[must_use]
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.words().get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// How many numbers are in the set.
    ///
    /// ```
    /// use grundy::Subset;
    /// assert_eq!(Subset::from_iter([5, 70, 5]).len(), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    ///
    /// ```
    /// use grundy::Subset;
    /// assert!(Subset::below(0).is_empty() && !Subset::below(1).is_empty());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Words::One(0))
    }

    /// The numbers, in ascending order.
    ///
    /// ```
    /// use grundy::Subset;
    /// assert_eq!(Subset::from_iter([100, 3]).iter().next(), Some(3));
    /// ```
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        ones(self.words())
    }

    /// The numbers that are in either set.
    ///
    /// ```
    /// use grundy::Subset;
    /// assert_eq!(Subset::below(3).union(&Subset::from_iter([2, 70])).to_string(), "{0,1,2,70}");
    /// ```
    #[must_use]
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        self.merged(other, |one, other| one | other)
    }

    /// The numbers that are in both sets.
    ///
    /// ```
    /// use grundy::Subset;
    /// assert_eq!(Subset::below(3).intersection(&Subset::from_iter([2, 70])).to_string(), "{2}");
    /// ```
    #[must_use]
    #[inline]
    pub fn intersection(&self, other: &Self) -> Self {
        self.merged(other, |one, other| one & other)
    }

    /// The numbers that are in this set and not in the other.
    ///
    /// ```
    /// use grundy::Subset;
    /// assert_eq!(Subset::below(3).difference(&Subset::from_iter([2, 70])).to_string(), "{0,1}");
    /// ```
    #[must_use]
    #[inline]
    pub fn difference(&self, other: &Self) -> Self {
        self.merged(other, |one, other| one & !other)
    }

    /// The numbers of a range that are not in the set, in ascending order, a word of the set at a time.
    pub(crate) fn missing(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let Range { start, end } = range;
        let words = (start / 64..end.div_ceil(64)).flat_map(move |place| {
            let word = self.words().get(place).map_or(u64::MAX, |word| !word);
            bits(word).map(move |bit| place * 64 + bit)
        });
        words.skip_while(move |number| *number < start).take_while(move |number| *number < end)
    }

    /// The numbers, in ascending order.
    #[inline]
    pub(crate) fn into_numbers(self) -> impl Iterator<Item = usize> {
        let mut rest = match self.0 {
            Words::One(word) => return Numbers { word, base: 0, rest: Vec::new().into_iter() },
            Words::Many(words) => words.into_iter(),
        };
        Numbers { word: rest.next().unwrap_or(0), base: 0, rest }
    }

    /// How many numbers are in both sets.
    #[inline]
    pub(crate) fn in_common(&self, other: &Self) -> usize {
        self.words().iter().zip(other.words()).map(|(one, other)| (one & other).count_ones() as usize).sum()
    }

    /// Moves the numbers that are in both sets from this set to the end of a list.
    pub(crate) fn take_common(&mut self, other: &Self, list: &mut Vec<usize>) {
        let mut take = |place: usize, word: &mut u64, other: u64| {
            list.extend(bits(*word & other).map(|bit| place * 64 + bit));
            *word &= !other;
        };
        match &mut self.0 {
            Words::One(word) => take(0, word, other.first_word()),
            Words::Many(words) => {
                let both = words.iter_mut().zip(other.words()).enumerate();
                both.for_each(|(place, (word, other))| take(place, word, *other));
                // The last word may be zero now.
                *self = Self::from_words(std::mem::take(words));
            }
        }
    }

    /// The set as one word, if all of its numbers are below 64.
    #[inline]
    pub(crate) const fn word(&self) -> Option<u64> {
        match self.0 {
            Words::One(word) => Some(word),
            Words::Many(_) => None,
        }
    }

    /// The part of the set that is below 64, as one word.
    #[inline]
    pub(crate) fn first_word(&self) -> u64 {
        self.words().first().copied().unwrap_or(0)
    }

    /// The set of the numbers whose bits are set in a word.
    #[inline]
    pub(crate) const fn from_word(word: u64) -> Self {
        Self(Words::One(word))
    }

    /// Compares by the greatest number that is in one of the sets only.
    pub(crate) fn is_less(&self, other: &Self) -> bool {
        let (one, other) = (self.words(), other.words());
        // The last word of `Many` is not zero, so the longer list has the greater number.
        one.len().cmp(&other.len()).then_with(|| one.iter().rev().cmp(other.iter().rev())).is_lt()
    }

    /// The least number.
    #[inline]
    pub(crate) fn least(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The greatest number.
    pub(crate) fn greatest(&self) -> Option<usize> {
        let words = self.words();
        // The last word is zero only in the empty set.
        let bit = words.last()?.checked_ilog2()?;
        Some(64 * (words.len() - 1) + bit as usize)
    }

    #[inline]
    fn words(&self) -> &[u64] {
        match &self.0 {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words,
        }
    }

    fn from_words(mut words: Vec<u64>) -> Self {
        while words.last() == Some(&0) {
            words.pop();
        }
        Self(match words[..] {
            [] => Words::One(0),
            [word] => Words::One(word),
            _ => Words::Many(words),
        })
    }

    #[inline]
    fn merged(&self, other: &Self, rule: impl Fn(u64, u64) -> u64) -> Self {
        // Nearly all positions of games on graphs are one word: this way takes no allocation.
        if let (Words::One(one), Words::One(other)) = (&self.0, &other.0) {
            return Self(Words::One(rule(*one, *other)));
        }
        let (one, other) = (self.words(), other.words());
        let word_of = |words: &[u64], place| words.get(place).copied().unwrap_or(0);
        let places = 0..one.len().max(other.len());
        Self::from_words(places.map(|place| rule(word_of(one, place), word_of(other, place))).collect())
    }
}

impl Default for Subset {
    fn default() -> Self {
        Self::new()
    }
}

/// A set of numbers below 64 hashes as one integer, so that a memo keeps it in an array.
impl Hash for Subset {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The length is left out, so that a set of one word hashes as one integer. Equal sets have equal words in any case.
        for word in self.words() {
            state.write_u64(*word);
        }
    }
}

/// Numbers that are not below [`Subset::LIMIT`] are left out.
impl FromIterator<usize> for Subset {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        // The first word is kept apart, so that a set of numbers below 64 allocates nothing.
        let (mut first, mut words) = (0, Vec::new());
        for number in numbers.into_iter().filter(|number| *number < Self::LIMIT) {
            let (place, bit) = (number / 64, 1 << (number % 64));
            if place == 0 {
                first |= bit;
                continue;
            }
            if place >= words.len() {
                words.resize(place + 1, 0);
            }
            words[place] |= bit;
        }
        if words.is_empty() {
            return Self::from_word(first);
        }
        words[0] = first;
        Self(Words::Many(words))
    }
}

/// Numbers that are not below [`Subset::LIMIT`] are left out.
impl Extend<usize> for Subset {
    fn extend<I: IntoIterator<Item = usize>>(&mut self, numbers: I) {
        for number in numbers {
            self.insert(number);
        }
    }
}

impl fmt::Display for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (place, number) in self.iter().enumerate() {
            write!(f, "{}{number}", if place == 0 { "" } else { "," })?;
        }
        f.write_str("}")
    }
}

/// Writes the numbers, as [`Display`](fmt::Display) does.
impl fmt::Debug for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

crate::serial::serde_as_text!(Subset);

impl FromStr for Subset {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut set = Self::new();
        for (number, at) in parse_list(text, "a number")? {
            if number >= Self::LIMIT {
                let reason = format!("a number of {number} is too large: it must be less than {}", Self::LIMIT);
                return Err(NotationError::new(text, at, reason));
            }
            set.insert(number);
        }
        Ok(set)
    }
}

/// Reads the numbers of a set, with or without braces, each with the byte at which it begins. None may stand there twice. Errors call a number `what`.
pub(crate) fn parse_list(text: &str, what: &str) -> Result<Vec<(usize, usize)>, NotationError> {
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let (inner, at) = match trimmed.strip_prefix('{') {
        None => (trimmed, start),
        Some(inner) => match inner.strip_suffix('}') {
            Some(inner) if inner.trim().is_empty() => return Ok(Vec::new()),
            Some(inner) => (inner, start + 1),
            None => return Err(NotationError::new(text, start + trimmed.len(), "the brace is not closed by `}`")),
        },
    };
    let read = |piece: Piece<'_>| {
        let number = piece.number(what).map_err(|error| error.within(text, at))?;
        Ok((number, at + piece.at))
    };
    let list: Vec<(usize, usize)> = Piece::whole(inner).read_each(',', read)?;
    let mut sorted = list.clone();
    sorted.sort_unstable();
    match sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1]).min_by_key(|(_, at)| *at) {
        Some((number, at)) => Err(NotationError::new(text, at, format!("{number} stands here a second time"))),
        None => Ok(list),
    }
}

/// The positions of the ones in a word, in ascending order.
#[inline]
pub(crate) fn bits(word: u64) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        // Wraps once no bit is left: `bit` is 64 then, and the walk ends.
        rest &= rest.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// The positions of the ones in several words of 64 bits each, in ascending order.
#[inline]
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    let (first, rest) = words.split_first().unwrap_or((&0, &[]));
    Numbers { word: *first, base: 0, rest: rest.iter().copied() }
}

/// The positions of the ones in several words of 64 bits each, in ascending order. One type with one loop serves
/// sets of one word and of many, so that a walk over a set compiles little.
struct Numbers<W> {
    /// The ones of the current word that have not been returned.
    word: u64,
    /// The position of the lowest bit of the current word.
    base: usize,
    /// The words after the current one.
    rest: W,
}

impl<W: Iterator<Item = u64>> Iterator for Numbers<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            self.word = self.rest.next()?;
            self.base = self.base.wrapping_add(64);
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(self.base + bit)
    }
}
