//! The twelve ways to play several games at once.

use std::fmt;

use crate::outcome::Play;

/// The components that a turn moves in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Kind {
    /// One.
    #[default]
    Disjunctive,
    /// All that have not ended.
    Conjunctive,
    /// One or more that have not ended, by the player's choice.
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

/// The end of play of games that are played together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Way {
    /// The components that a turn moves in.
    pub kind: Kind,
    /// The end of play.
    pub ends: Ends,
    /// The rule for a player who cannot move.
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

/// Writes the three parts of the way, as "conjunctive short misère".
impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {} {}", self.kind, self.ends, self.play))
    }
}
