//! The numbers of Python objects.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList};

/// Python objects by number, and their numbers: equal objects have one number.
pub(crate) struct Numbers {
    numbers: Py<PyDict>,
    objects: Py<PyList>,
}

/// The numbers of objects that are small integers, in an array: Python's hash is asked for once for each.
///
/// `True` and `1.0` are equal to 1, but no integers: they are looked up in the dictionary, which has all objects.
#[derive(Default)]
pub(crate) struct Small {
    /// For each integer the number of its object and 1; 0 if it is not known.
    numbers: Vec<u32>,
    /// Whether an integer had more than 64 bits. It takes an exception to find that out, so no further one is tried.
    is_off: bool,
}

/// Maximum number of objects.
const MOST: u32 = 1 << 31;
/// Integers below it have a place in the array: at most 256 KiB.
const ALWAYS_SMALL: usize = 1 << 16;

impl Numbers {
    pub(crate) fn new(py: Python<'_>) -> Self {
        Self { numbers: PyDict::new(py).unbind(), objects: PyList::empty(py).unbind() }
    }

    /// Number of objects.
    pub(crate) fn len(&self, py: Python<'_>) -> usize {
        self.objects.bind(py).len()
    }

    /// The object of a number.
    pub(crate) fn object<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        self.objects.bind(py).get_item(number as usize)
    }

    /// The number of an object. One thread at a time may ask, or else an object could get two numbers.
    #[inline]
    pub(crate) fn number(&self, object: &Bound<'_, PyAny>, small: &mut Small) -> PyResult<u32> {
        let Some(place) = small.place(object) else { return self.look_up(object) };
        if let Some(number) = small.get(place) {
            return Ok(number);
        }
        let number = self.look_up(object)?;
        small.set(place, number);
        Ok(number)
    }

    fn look_up(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = object.py();
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item(object)? {
            return known.extract();
        }
        let objects = self.objects.bind(py);
        let number = u32::try_from(objects.len()).ok().filter(|number| *number < MOST);
        let number = number.ok_or_else(|| PyRuntimeError::new_err("a game has at most 2^31 positions"))?;
        // If the second step fails, the number belongs to an object that nothing leads to, which does no harm.
        objects.append(object)?;
        numbers.set_item(object, number)?;
        Ok(number)
    }
}

impl Small {
    /// The place of an object in the array, if it is an integer that is not negative.
    #[inline]
    fn place(&mut self, object: &Bound<'_, PyAny>) -> Option<usize> {
        if self.is_off || !object.is_exact_instance_of::<PyInt>() {
            return None;
        }
        let Ok(integer) = object.extract::<i64>() else {
            self.is_off = true;
            return None;
        };
        usize::try_from(integer).ok()
    }

    #[inline]
    fn get(&self, place: usize) -> Option<u32> {
        self.numbers.get(place)?.checked_sub(1)
    }

    /// Keeps a number, if the array stays small beside the objects.
    fn set(&mut self, place: usize, number: u32) {
        if place >= self.numbers.len() {
            if place >= ALWAYS_SMALL.max(4 * number as usize) {
                return;
            }
            self.numbers.resize(place + 1, 0);
        }
        self.numbers[place] = number + 1;
    }
}
