//! What is asked, and of whom.

/// A question and its size.
pub(crate) struct Contest {
    pub(crate) question: Question,
    /// The number of values: of heaps from 0 on, or 1 for a board.
    pub(crate) size: usize,
}

/// What is asked.
pub(crate) enum Question {
    /// The values of the first heaps of an octal game.
    Octal(String),
    /// The values of the first heaps of Grundy's game.
    Grundys,
    /// The value of a square board with a poisoned corner, ours by the generic solver.
    Chomp { side: u8 },
    /// The same, ours by a table of all boards inside it.
    ChompTable { side: u8 },
    /// The value of an empty board of Cram.
    Cram { rows: u8, columns: u8 },
}

impl Question {
    /// Reads what [`Contest::name`] writes.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        if let Some(side) = name.strip_prefix(CHOMP_TABLE) {
            return Some(Self::ChompTable { side: side.parse().ok()? });
        }
        if let Some(side) = name.strip_prefix(CHOMP) {
            return Some(Self::Chomp { side: side.parse().ok()? });
        }
        if let Some((rows, columns)) = name.strip_prefix(CRAM).and_then(|sides| sides.split_once('x')) {
            return Some(Self::Cram { rows: rows.parse().ok()?, columns: columns.parse().ok()? });
        }
        Some(if name == GRUNDYS { Self::Grundys } else { Self::Octal(name.to_owned()) })
    }

    /// The methods of the peer, the one that is expected to be fastest first: the others are given up by its time.
    pub(crate) const fn methods(&self) -> &'static [&'static str] {
        match self {
            Self::Octal(_) => &["ogs rc2", "ogs rc2 static", "ogs rc", "ogs rc static", "ogs naive"],
            Self::Grundys => &["igs def", "igs br", "igs br aspset", "igs lvb"],
            // Without sets of candidates "igs br" takes minutes on 4 x 9. The first method of these has counts of positions in
            // its table that others quote: 2 883 for 4 x 7, 7 398 for 5 x 6.
            Self::Cram { .. } => &[
                "igs br aspset small",
                "igs br aspset few",
                "igs br aspset",
                "igs br aspset small turned",
                "igs br aspset few turned",
                "igs br aspset turned",
                "igs lvb few",
            ],
            Self::Chomp { .. } | Self::ChompTable { .. } => {
                &["igs def", "igs def sorted", "igs br", "igs br sorted", "igs br aspset", "igs lvb"]
            }
        }
    }
}

const GRUNDYS: &str = "grundys-game";
const CRAM: &str = "cram ";
const CHOMP: &str = "chomp ";
const CHOMP_TABLE: &str = "chomp table ";

impl Contest {
    pub(crate) fn name(&self) -> String {
        match &self.question {
            Question::Octal(code) => code.clone(),
            Question::Grundys => GRUNDYS.to_owned(),
            Question::Chomp { side } => format!("{CHOMP}{side}"),
            Question::ChompTable { side } => format!("{CHOMP_TABLE}{side}"),
            Question::Cram { rows, columns } => format!("{CRAM}{rows}x{columns}"),
        }
    }
}

/// All contests, with the sizes of the table or small ones.
pub(crate) fn all(quick: bool) -> Vec<Contest> {
    let octal = |code: &str, heaps: usize| {
        let size = if quick { heaps.min(4000) } else { heaps };
        Contest { question: Question::Octal(code.to_owned()), size }
    };
    let mut contests: Vec<Contest> =
        ["0.6", "0.16", "0.354", "0.454", "0.106", "0.45"].map(|code| octal(code, 10_000_000)).into();
    contests.extend([octal("0.77", 1_000_000), octal("0.07", 100_000)]);
    contests.extend(["0.007", "0.04", "0.06"].map(|code| octal(code, 1 << 17)));
    // Many rare heaps, values above 512, several places to split.
    contests.extend(["0.064", "0.142", "0.356", "0.644", "4.07"].map(|code| octal(code, 1 << 17)));
    contests.push(Contest { question: Question::Grundys, size: if quick { 500 } else { 65_536 } });
    let sides: &[u8] = if quick { &[8] } else { &[10, 12] };
    let boards = sides.iter().flat_map(|side| [Question::Chomp { side: *side }, Question::ChompTable { side: *side }]);
    contests.extend(boards.map(|question| Contest { question, size: 1 }));
    let boards: &[(u8, u8)] = if quick { &[(4, 5)] } else { &[(4, 7), (5, 6), (4, 9), (5, 7), (5, 8)] };
    let boards = boards.iter().map(|(rows, columns)| Question::Cram { rows: *rows, columns: *columns });
    contests.extend(boards.map(|question| Contest { question, size: 1 }));
    contests
}

/// What a method has found: what is measured ends where this is given.
pub(crate) struct Found {
    /// The value of each heap.
    pub(crate) value: Box<dyn Fn(usize) -> u64>,
    /// The number of positions whose values are kept at the end, where a search has found them.
    pub(crate) positions: u64,
}

impl Found {
    /// The values of heaps, without a search.
    pub(crate) fn values(value: impl Fn(usize) -> u64 + 'static) -> Self {
        Self { value: Box::new(value), positions: 0 }
    }

    /// One value, by a search.
    pub(crate) fn searched(value: u64, positions: usize) -> Self {
        Self { value: Box::new(move |_| value), positions: positions as u64 }
    }
}
