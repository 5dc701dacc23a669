//! The twelve ways to play several games at once.

use std::fmt;

use crate::outcome::Play;

/// Which components a player moves in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One.
    #[default]
    Disjunctive,
    /// All that have not ended.
    Conjunctive,
    /// Any that have not ended, but at least one.
    Selective,
}

impl Kind {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Disjunctive, Self::Conjunctive, Self::Selective];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Disjunctive => "disjunctive",
            Self::Conjunctive => "conjunctive",
            Self::Selective => "selective",
        })
    }
}

/// When games that are played together are over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ends {
    /// When all have ended.
    #[default]
    Long,
    /// When the first has ended.
    Short,
}

impl Ends {
    /// Both of them.
    pub const ALL: &'static [Self] = &[Self::Long, Self::Short];
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Long => "long",
            Self::Short => "short",
        })
    }
}

/// One of the twelve ways to play several games at once.
///
/// ```
/// use grundy::compound::Way;
/// let names: Vec<String> = Way::ALL.iter().map(ToString::to_string).collect();
/// assert_eq!((names.len(), names[0].as_str()), (12, "disjunctive long normal"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way {
    /// Which components a player moves in.
    pub kind: Kind,
    /// When it is all over.
    pub ends: Ends,
    /// What it means to be unable to move.
    pub play: Play,
}

impl Way {
    /// All twelve.
    pub const ALL: &'static [Self] = &{
        let mut all = [Self { kind: Kind::Disjunctive, ends: Ends::Long, play: Play::Normal }; 12];
        let mut place = 0;
        while place < all.len() {
            all[place].kind = Kind::ALL[place / 4];
            all[place].ends = Ends::ALL[place / 2 % 2];
            all[place].play = if place % 2 == 0 { Play::Normal } else { Play::Misere };
            place += 1;
        }
        all
    };
}

/// Writes what is in the way, as "conjunctive short misère".
impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {} {}", self.kind, self.ends, self.play))
    }
}
