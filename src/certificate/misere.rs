//! Checks outcomes in misère play by the rules of a game alone: forms of components, sums of forms, and lost sums.
//!
//! In: the facts that the [module](crate::certificate) describes under misère play, where the rules are proved. Out: which sums are lost. A sum is a list of
//! words; the normal list of a sum has no component that is told to be equal to a form, and no two smallest forms whose sum is told.
//!
//! By hand, for Kayles: form 1 has the option 0, and a row of one pin is equal to it. A row of two pins leaves one pin or nothing, forms 1 and 0, so it is equal to form 2
//! with just these options. A row of four leaves rows of 3, 2, 2 + 1 and 1 + 1, with forms 3, 2, 3 and 0. It is equal to form 1: 0 is an option of form 1, and forms 2 and 3
//! have form 1 as an option.
//!
//! Reference: ONAG, ch. 12; Siegel, *Combinatorial Game Theory*, ch. V.3.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::BufRead;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};

use super::facts::{Steps, component};
use super::text::{CertificateError, Reader, refused};
use crate::components::Components;
use crate::control::Stopped;
use crate::game::has_ended;
use crate::notation::Notation;
use crate::search::{list_bytes, map_bytes};

/// A sum: numbers of components in ascending order, then numbers of forms in ascending order, each with the bit [`FORM`].
type Words = SmallVec<[u32; 6]>;

/// The highest bit, which no number of a component has: a certificate tells of fewer than 2^31.
const FORM: u32 = 1 << 31;

struct Form {
    options: Rc<[u32]>,
    is_lost: bool,
}

struct Component<P> {
    key: P,
    /// The form to which the component is told to be equal, and the line that tells so. A component that has ended has form 0.
    form: Option<(u32, Option<u64>)>,
    /// What its moves leave, once that was asked for.
    left: Option<Rc<[Words]>>,
}

/// Lost sums of components and forms, in misère play.
pub(super) struct Lost<'a, G: Notation> {
    game: &'a G,
    forms: Vec<Form>,
    /// The sums of pairs of forms, the smaller number first, each with its line.
    sums: HashMap<[u32; 2], (u32, u64), FxBuildHasher>,
    components: Vec<Component<G::Position>>,
    numbers: HashMap<G::Position, u32, FxBuildHasher>,
    /// The sums that are told to be lost, each with its line.
    claimed: HashMap<Words, u64, FxBuildHasher>,
    facts: u64,
    /// The bytes of lists: the options of forms and components, and the lost sums.
    lists: usize,
}

impl<'a, G: Notation> Lost<'a, G> {
    /// Reads the facts, and checks that each follows from the rules and from others.
    pub(super) fn read(
        game: &'a G,
        reader: &mut Reader<impl BufRead>,
        steps: &mut Steps<'_>,
    ) -> Result<Self, CertificateError> {
        let (mut all, told) = Self::read_facts(game, reader, steps)?;
        // Sums are compared in normal form, which depends on all forms and sums of forms: so lost sums come last.
        for (words, line) in told {
            // The sums as they are told are still there.
            steps.hold(all.bytes())?;
            if let Some(before) = all.claimed.insert(all.normal(words), line) {
                return Err(refused(line, format!("line {before} tells of the same sum")));
            }
        }
        all.check_equal(steps)?;
        let mut lost: Vec<(u64, Words)> = all.claimed.iter().map(|(words, line)| (*line, words.clone())).collect();
        // In the order of lines, so that the first wrong line is the one in the error.
        lost.sort_unstable();
        for (line, words) in lost {
            if words.is_empty() {
                return Err(refused(line, "a sum without moves is won in misère play"));
            }
            // Lost: whatever the mover does, an answer leaves a lost sum.
            let open = all.option(&words, steps, |all, option, steps| Ok(!all.is_won_sum(option, steps)?))?;
            if let Some(open) = open {
                return Err(refused(line, format!("nothing shows that the option {} is won", all.text(&open))));
            }
        }
        Ok(all)
    }

    /// What the facts tell, and the lost sums as they are told.
    pub(super) fn read_facts(
        game: &'a G,
        reader: &mut Reader<impl BufRead>,
        steps: &mut Steps<'_>,
    ) -> Result<(Self, Vec<(Words, u64)>), CertificateError> {
        let ended = Form { options: Rc::new([]), is_lost: false };
        let mut all = Self {
            game,
            forms: vec![ended],
            sums: HashMap::default(),
            components: Vec::new(),
            numbers: HashMap::default(),
            claimed: HashMap::default(),
            facts: 0,
            lists: 0,
        };
        let mut told = Vec::new();
        reader.facts(|text, line| {
            let fact = all.read_fact(text, line).map_err(|reason| refused(line, reason))?;
            if let Some(words) = fact {
                all.lists += own_bytes(&words);
                told.push((words, line));
            }
            all.facts += 1;
            Ok(steps.add_fact(all.bytes() + list_bytes(&told, 0))?)
        })?;
        all.lists += list_bytes(&told, 0);
        Ok((all, told))
    }

    /// The bytes of the facts and of all lists, without what positions own on the heap.
    fn bytes(&self) -> usize {
        let listed = list_bytes(&self.forms, 0) + list_bytes(&self.components, 0) + self.lists;
        listed + map_bytes(&self.sums, 0) + map_bytes(&self.numbers, 0) + map_bytes(&self.claimed, 0)
    }

    /// Reads one fact. Returns the words of a lost sum.
    fn read_fact(&mut self, text: &str, line: u64) -> Result<Option<Words>, String> {
        let (kind, rest) =
            text.split_once(' ').ok_or("a fact begins with `form`, `sum`, `component`, `equal` or `lost`")?;
        match kind {
            "form" => {
                let mut options = rest.split(' ').map(|word| self.form(word)).collect::<Result<Vec<_>, _>>()?;
                options.sort_unstable();
                options.dedup();
                // Options are told before, so that the outcome of a form is known as soon as it is read.
                let is_lost = !options.iter().any(|option| self.forms[*option as usize].is_lost);
                self.lists += list_bytes(&options, 0);
                self.forms.push(Form { options: options.into(), is_lost });
            }
            "sum" => {
                let told = rest.split(' ').map(|word| self.form(word)).collect::<Result<Vec<_>, _>>()?;
                let [one, other, sum] = told[..] else { return Err("a sum is three forms".to_owned()) };
                let pair = [one.min(other), one.max(other)];
                if let Some((_, before)) = self.sums.insert(pair, (sum, line)) {
                    return Err(format!("line {before} tells of the same sum"));
                }
            }
            "component" => self.add(rest, None)?,
            "equal" => {
                let (form, component) = rest.split_once(' ').ok_or("here stand a form and a component")?;
                self.add(component, Some((self.form(form)?, Some(line))))?;
            }
            "lost" => {
                let word = |word: &str| match word.strip_prefix('*') {
                    Some(form) => Ok(FORM | self.form(form)?),
                    None => number(word, self.components.len(), "component"),
                };
                return rest.split(' ').map(word).collect::<Result<_, _>>().map(Some);
            }
            other => return Err(format!("`{other}` is no kind of fact")),
        }
        Ok(None)
    }

    /// The number of a form that was told before.
    fn form(&self, word: &str) -> Result<u32, String> {
        number(word, self.forms.len(), "form")
    }

    /// Adds a component that is told.
    fn add(&mut self, text: &str, form: Option<(u32, Option<u64>)>) -> Result<(), String> {
        let key = component(self.game, text)?;
        if self.numbers.contains_key(&key) {
            return Err("a line before tells of the same component".to_owned());
        }
        self.push(key, form);
        Ok(())
    }

    /// Numbers a new component. One that has ended is form 0, if nothing else is told.
    fn push(&mut self, key: G::Position, form: Option<(u32, Option<u64>)>) -> u32 {
        // Asked of the rules, so that the end of play needs no line.
        let form = form.or_else(|| has_ended(self.game, &key).then_some((0, None)));
        let number = u32::try_from(self.components.len()).expect("memory has no room for 2^31 components");
        self.numbers.insert(key.clone(), number);
        self.components.push(Component { key, form, left: None });
        number
    }

    /// The components of which the certificate tells, in the order of their lines.
    pub(super) fn keys(&self) -> impl Iterator<Item = G::Position> {
        self.components.iter().map(|component| component.key.clone())
    }

    pub(super) fn len(&self) -> u64 {
        self.facts
    }

    /// Each form that is told to be equal to a component or to a sum of two forms, by the three rules.
    fn check_equal(&mut self, steps: &mut Steps<'_>) -> Result<(), CertificateError> {
        // Components that `left` adds meanwhile need no check: no line tells of them.
        for number in 0..self.components.len() {
            if let Some((form, Some(line))) = self.components[number].form {
                let left = self.left(number, steps)?;
                let found = left.iter().map(|words| self.form_of(words, line)).collect::<Result<_, _>>()?;
                self.check_form(form, found, line)?;
            }
        }
        let held = steps.held();
        for (pair, (sum, line)) in &self.sums {
            let mut found = Vec::new();
            // A move in a sum of two forms is a move in one of them, and the other stays.
            for [one, other] in [*pair, [pair[1], pair[0]]] {
                for option in self.forms[one as usize].options.iter() {
                    found.push(self.form_of(&self.normal([FORM | *option, FORM | other]), *line)?);
                    steps.hold(held + list_bytes(&found, 1))?;
                    steps.tick()?;
                }
            }
            self.check_form(*sum, found, *line)?;
        }
        Ok(steps.hold(held)?)
    }

    /// The form of an option: its normal list has no component and at most one form.
    fn form_of(&self, words: &[u32], line: u64) -> Result<u32, CertificateError> {
        match words {
            [] => Ok(0),
            [word] if *word >= FORM => Ok(*word - FORM),
            _ => Err(refused(line, format!("the form of the option {} is not told", self.text(words)))),
        }
    }

    /// Whether a game with options of these forms is equal to a form.
    fn check_form(&self, form: u32, mut found: Vec<u32>, line: u64) -> Result<(), CertificateError> {
        found.sort_unstable();
        found.dedup();
        let options = &self.forms[form as usize].options;
        if let Some(missing) = options.iter().find(|option| found.binary_search(option).is_err()) {
            return Err(refused(line, format!("no option has the form {missing}, an option of form {form}")));
        }
        // An option that is no option of the form must be reversible: the answer to it goes back to the form.
        let is_reversible = |other: u32| self.forms[other as usize].options.binary_search(&form).is_ok();
        if let Some(other) = found.iter().find(|other| options.binary_search(other).is_err() && !is_reversible(**other))
        {
            return Err(refused(line, format!("an option has the form {other}, which form {form} does not allow")));
        }
        // A form without options wins for whoever is to move. A game with options does so only if one of them is lost.
        let has_lost = || found.iter().any(|other| self.forms[*other as usize].is_lost);
        if options.is_empty() && !found.is_empty() && !has_lost() {
            return Err(refused(line, "it is lost, and a game without moves is won"));
        }
        Ok(())
    }

    /// The words of a sum in order: forms stand for the components that are equal to them, and the two forms with the smallest numbers are added as
    /// long as their sum is told.
    fn normal(&self, words: impl IntoIterator<Item = u32>) -> Words {
        let (mut sum, mut forms) = (Words::new(), BinaryHeap::new());
        for word in words {
            let form =
                if word >= FORM { Some(word - FORM) } else { self.components[word as usize].form.map(|told| told.0) };
            match form {
                Some(0) => {}
                Some(form) => forms.push(Reverse(form)),
                None => sum.push(word),
            }
        }
        sum.sort_unstable();
        // With 1 + 2 = 3 told, the forms 1, 2, 2 become 2, 3, and stay so if 2 + 3 is not told. Each turn leaves fewer.
        while let Some(Reverse(one)) = forms.pop() {
            let both = forms.peek().and_then(|Reverse(other)| self.sums.get(&[one, *other]));
            let Some((both, _)) = both else {
                forms.push(Reverse(one));
                break;
            };
            forms.pop();
            if *both > 0 {
                forms.push(Reverse(*both));
            }
        }
        // The greatest comes first: they are in the order of `Reverse`.
        sum.extend(forms.into_sorted_vec().into_iter().rev().map(|Reverse(form)| FORM | form));
        sum
    }

    /// The words of a sum of components.
    fn words(&mut self, sum: &Components<G::Position>) -> Words {
        let mut words = Words::new();
        for component in sum {
            let key = self.game.memo_key(component.clone());
            words.push(match self.numbers.get(&key) {
                Some(number) => *number,
                // No line tells of the component, so it stands for itself, or is form 0 if it has ended.
                None => self.push(key, None),
            });
        }
        self.normal(words)
    }

    /// What the moves of a component leave.
    fn left(&mut self, number: usize, steps: &mut Steps<'_>) -> Result<Rc<[Words]>, Stopped> {
        if let Some(left) = &self.components[number].left {
            return Ok(left.clone());
        }
        // Copied, since components of the options are added to the list meanwhile.
        let key = self.components[number].key.clone();
        let mut left = Vec::new();
        for option in self.game.options(&key) {
            steps.tick()?;
            let words = self.words(&option);
            self.lists += own_bytes(&words);
            left.push(words);
            // Twice, since the list is copied to the place where it is kept.
            steps.hold(self.bytes() + 2 * list_bytes(&left, 0))?;
        }
        left.sort_unstable();
        left.dedup();
        self.lists += left.len() * size_of::<Words>();
        let left: Rc<[Words]> = left.into();
        self.components[number].left = Some(left.clone());
        Ok(left)
    }

    /// The first option of a sum that passes a test. Components whose options are known come first.
    fn option(
        &mut self,
        words: &Words,
        steps: &mut Steps<'_>,
        mut test: impl FnMut(&mut Self, &Words, &mut Steps<'_>) -> Result<bool, Stopped>,
    ) -> Result<Option<Words>, Stopped> {
        // Listing the options of a component takes most of the time, and a form or a component with a known list may
        // settle the question before.
        let is_open = |word: u32| word < FORM && self.components[word as usize].left.is_none();
        let mut places: SmallVec<[(bool, usize); 6]> =
            words.iter().enumerate().map(|(place, word)| (is_open(*word), place)).collect();
        places.sort_unstable();
        for (_, place) in places {
            let word = words[place];
            if place > 0 && words[place - 1] == word {
                // An equal component or form has the same options.
                continue;
            }
            let (left, forms): (Rc<[Words]>, Rc<[u32]>) = match word.checked_sub(FORM) {
                Some(form) => (Rc::new([]), self.forms[form as usize].options.clone()),
                None => (self.left(word as usize, steps)?, Rc::new([])),
            };
            for left in left.iter().cloned().chain(forms.iter().map(|form| smallvec![FORM | form])) {
                steps.tick()?;
                let option = self.normal(words[..place].iter().chain(&words[place + 1..]).chain(&left).copied());
                if test(self, &option, steps)? {
                    return Ok(Some(option));
                }
            }
        }
        Ok(None)
    }

    fn is_lost_sum(&self, words: &Words) -> bool {
        match words[..] {
            // The empty sum has ended, and whoever is to move wins.
            [] => false,
            [word] if word >= FORM => self.forms[(word - FORM) as usize].is_lost,
            _ => self.claimed.contains_key(words),
        }
    }

    fn is_won_sum(&mut self, words: &Words, steps: &mut Steps<'_>) -> Result<bool, Stopped> {
        match words[..] {
            [] => Ok(true),
            [word] if word >= FORM => Ok(!self.forms[(word - FORM) as usize].is_lost),
            // One move deep only: the lost option must be told, and nothing is searched.
            _ => Ok(self.option(words, steps, |all, option, _| Ok(all.is_lost_sum(option)))?.is_some()),
        }
    }

    /// Whether a sum is told to be lost.
    pub(super) fn is_lost(&mut self, sum: &Components<G::Position>) -> bool {
        let words = self.words(sum);
        self.is_lost_sum(&words)
    }

    /// Whether a sum has no moves, or an option that is lost.
    pub(super) fn is_won(&mut self, sum: &Components<G::Position>, steps: &mut Steps<'_>) -> Result<bool, Stopped> {
        let words = self.words(sum);
        self.is_won_sum(&words, steps)
    }

    /// A sum as text: its components, then its forms.
    fn text(&self, words: &[u32]) -> String {
        let first = words.partition_point(|word| *word < FORM);
        let components: Vec<G::Position> =
            words[..first].iter().map(|number| self.components[*number as usize].key.clone()).collect();
        let forms = words[first..].iter().map(|form| format!("form {}", form - FORM));
        let components = (first > 0 || words.is_empty()).then(|| self.game.text(&components));
        components.into_iter().chain(forms).collect::<Vec<_>>().join(" and ")
    }
}

/// The bytes that words own on the heap.
fn own_bytes(words: &Words) -> usize {
    if words.spilled() { words.capacity() * size_of::<u32>() } else { 0 }
}

/// A number below the number of forms or components that were told before.
fn number(word: &str, told: usize, what: &str) -> Result<u32, String> {
    let number = super::text::number(word).filter(|number: &u32| *number < FORM && (*number as usize) < told);
    number.ok_or_else(|| format!("`{word}` is not the number of a {what} that was told before"))
}
