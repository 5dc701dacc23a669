//! The games of the registry, each with a desk.

use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use grundy::chomp::{Chomp, Corner, IChomp};
use grundy::{AnyGame, Kayles, LaskersNim, Nim, Registry};

use crate::answers::{GameKind, Games, Layout};
use crate::desk::{Desk, Refusal, Seat};
use crate::drawn::{Drawn, GAMES};

/// Desks of games in text that keep what they have solved. A guard of memory: the program is used by one person or a few.
const MOST_DESKS: usize = 8;

/// Bytes of the name of a game. A guard: codes and sets of numbers in names may be long.
const MOST_NAME: usize = 200;

/// A desk for each game. The room keeps values, but no games that are being played: each question has its position.
pub(crate) struct Room {
    registry: Registry,
    kinds: Vec<GameKind>,
    /// The desks of games with a picture.
    drawn: Vec<Shared>,
    /// Desks of games in text, the last one used first. A game with parameters has a desk for each choice of them.
    listed: Vec<Shared>,
}

/// A desk, and the name of its game. A question locks the desk of its game, so that questions about other games do not wait for it.
#[derive(Clone)]
pub(crate) struct Shared {
    name: Arc<str>,
    desk: Arc<Mutex<dyn Desk>>,
}

impl Shared {
    fn new(name: String, game: impl Drawn) -> Self {
        Self { name: name.as_str().into(), desk: Arc::new(Mutex::new(Seat::new(name, game))) }
    }

    /// Asks one question, whose time begins when those before it are answered.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&mut dyn Desk) -> T) -> T {
        // After a panic the desk holds tables only, whose entries are right: they are added when they are complete.
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        desk.begin();
        question(&mut *desk)
    }

    /// Whether the desk should be replaced. One that is answering is asked the next time.
    fn is_full(&self) -> bool {
        match self.desk.try_lock() {
            Ok(desk) => desk.is_full(),
            Err(TryLockError::Poisoned(desk)) => desk.get_ref().is_full(),
            Err(TryLockError::WouldBlock) => false,
        }
    }
}

impl Room {
    /// A room with the games of a registry.
    pub(crate) fn new(registry: Registry) -> Self {
        let mut pictures = Vec::new();
        let mut kinds = Vec::new();
        for entry in &registry {
            // A game whose sample differs from its name needs parameters, and has no picture.
            let alone = registry.parse(entry.sample()).ok().filter(|_| entry.sample() == entry.name());
            if let Some(picture) = alone.as_ref().and_then(picture) {
                pictures.push(picture);
                continue;
            }
            let mut letters = entry.description().chars();
            let rule = letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>());
            kinds.push(GameKind {
                name: entry.sample().to_owned().into(),
                title: entry.name().to_owned().into(),
                layout: Layout::Text,
                rule: rule.map_or_else(String::new, |rule| rule + ". Whoever cannot move loses.").into(),
                sides: None,
                example: Some(entry.example().to_owned()),
            });
        }
        // The order of `GAMES`, whatever the order of the registry.
        pictures.sort_by_key(|(place, _)| *place);
        let drawn_kinds = pictures
            .iter()
            .map(|(place, desk)| GameKind { name: desk.name.to_string().into(), ..GAMES[*place].clone() });
        let kinds = drawn_kinds.chain(kinds).collect();
        Self { registry, kinds, drawn: pictures.into_iter().map(|(_, desk)| desk).collect(), listed: Vec::new() }
    }

    /// The games on offer.
    pub(crate) fn games(&self) -> Games<'_> {
        Games { games: &self.kinds }
    }

    /// The desk of a game, by its name with parameters.
    pub(crate) fn desk(&mut self, name: &str) -> Result<Shared, Refusal> {
        if let Some(desk) = self.drawn.iter().find(|desk| *desk.name == *name) {
            return Ok(desk.clone());
        }
        if name.len() > MOST_NAME {
            let length = name.len();
            return Err(Refusal::NotPossible(format!(
                "a name of {length} bytes is too long: it has at most {MOST_NAME}"
            )));
        }
        let game = self.registry.parse(name).map_err(|error| Refusal::NotPossible(error.to_string()))?;
        let name = game.to_string();
        // Taken out of the list, and put at its front below.
        let known = self.listed.iter().position(|desk| *desk.name == *name).map(|place| self.listed.remove(place));
        let desk = known.filter(|desk| !desk.is_full()).unwrap_or_else(|| Shared::new(name, game));
        // Room for one more: the desk that was not used for the longest time goes.
        self.listed.truncate(MOST_DESKS - 1);
        self.listed.insert(0, desk.clone());
        Ok(desk)
    }
}

/// The place among [`GAMES`] of a game that has a picture, and a desk for it.
fn picture(game: &AnyGame) -> Option<(usize, Shared)> {
    let name = game.to_string();
    let is_poisoned = |chomp: &Chomp| chomp.corner() == Corner::Poisoned;
    if game.downcast_ref::<IChomp>().is_some() {
        Some((0, Shared::new(name, IChomp)))
    } else if game.downcast_ref().is_some_and(is_poisoned) {
        Some((1, Shared::new(name, Chomp::poisoned())))
    } else if game.downcast_ref::<Kayles>().is_some() {
        Some((2, Shared::new(name, Kayles)))
    } else if game.downcast_ref::<LaskersNim>().is_some() {
        Some((3, Shared::new(name, LaskersNim)))
    } else if game.downcast_ref::<Nim>().is_some() {
        Some((4, Shared::new(name, Nim)))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use grundy::{AnyGame, Kayles, Nim, Registry, Subtraction};

    use super::{Arc, Room, Shared};
    use crate::answers::{Layout, Strength};
    use crate::desk::Refusal;

    /// The names on offer, and whether each has a picture.
    fn offered(room: &Room) -> Vec<(&str, bool)> {
        room.games().games.iter().map(|kind| (&*kind.name, kind.layout != Layout::Text)).collect()
    }

    #[test]
    fn a_program_offers_its_own_games() {
        let mut registry = Registry::new();
        registry.add("squares", "20,21", Subtraction::new([1, 4, 9, 16, 25]).unwrap()).about("take a square number");
        registry.add_family("up-to:3", "7", |most| {
            let most: u64 = most.parse().map_err(|_| grundy::NotationError::new(most, 0, "a number"))?;
            Ok(AnyGame::new(format!("up-to:{most}"), Subtraction::new(1..=most).expect("numbers above 0")))
        });
        registry.add("heaps", "3,4,5", Nim);
        registry.add("rows", "5,2", Kayles);
        let mut room = Room::new(registry);
        // Pictures come first, in the order of the page, whatever the names are.
        assert_eq!(offered(&room), [("rows", true), ("heaps", true), ("squares", false), ("up-to:3", false)]);
        assert_eq!(room.games().games[2].rule, "Take a square number. Whoever cannot move loses.");
        let value = |room: &mut Room, name, text| {
            let Ok(view) = room.desk(name).and_then(|desk| desk.ask(|desk| desk.view(text))) else {
                panic!("{name} has {text}")
            };
            view.working.map(|working| working.value)
        };
        assert_eq!(value(&mut room, "up-to:4", "7"), Some(2)); // 7 modulo 5
        assert_eq!(value(&mut room, "rows", "xxxxx"), Some(4));
        let reply = room.desk("up-to:4").and_then(|desk| desk.ask(|desk| desk.computer("7", Strength::Hard)));
        let Ok(reply) = reply else { panic!("the computer has a move") };
        assert_eq!((reply.mv.as_str(), reply.view.position.as_str()), ("take 2", "5"));
        let Err(Refusal::NotPossible(error)) = room.desk("nim") else { panic!("nim is not offered") };
        assert!(error.contains("the games are squares, up-to:3, heaps, rows"), "{error}");
    }

    #[test]
    fn a_question_waits_for_no_other_game() {
        let mut room = Room::new(Registry::standard());
        let [Ok(nim), Ok(moore)] = ["nim", "moore:2"].map(|name| room.desk(name)) else { panic!("both games exist") };
        // While a desk answers: one with a picture, one in text, and the busy one once more, which is not taken for a full one.
        let losing = |desk: &Shared, text| desk.ask(|desk| desk.view(text)).is_ok_and(|view| view.working.is_some());
        assert!(moore.ask(|_| losing(&nim, "1,1")));
        assert!(nim.ask(|_| losing(&moore, "1,1,1")));
        moore.ask(|_| assert!(room.desk("moore:2").is_ok_and(|desk| Arc::ptr_eq(&desk.desk, &moore.desk))));
    }

    #[test]
    fn few_desks_are_kept() {
        let mut room = Room::new(Registry::standard());
        for most in 1..50_u32 {
            assert!(room.desk(&format!("moore:{most}")).is_ok());
            assert!(room.desk("moore:1").is_ok());
        }
        assert_eq!(room.listed.len(), super::MOST_DESKS);
        assert_eq!(&*room.listed[0].name, "moore:1");
        assert!(room.desk(&format!("subtract:{}1", "1,".repeat(200))).is_err());
    }
}
