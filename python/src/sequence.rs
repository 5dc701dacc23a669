//! Sequences of take-and-break codes.

use std::sync::Mutex;

use grundy::heap::{self, Periodicity, TakeAndBreak};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors;
use crate::limits::{Limits, wait_for};

/// The values of the heaps 0, 1, 2, .. of a code: see `grundy.Sequence`.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Sequence(Mutex<heap::Sequence>);

/// What is known about the period: its kind, preperiod, period, saltus, number of heaps, the theorem with its source and the heaps that
/// prove it, and the text.
type Told = (String, u64, u64, u64, u64, Option<(String, u64, u64)>, String);

#[pymethods]
impl Sequence {
    #[new]
    fn new(py: Python<'_>, code: &str) -> PyResult<Self> {
        let code: TakeAndBreak = code.parse().map_err(|error| errors::notation(py, &error))?;
        Ok(Self(Mutex::new(heap::Sequence::new(code))))
    }

    #[getter]
    fn code(&self, py: Python<'_>) -> PyResult<String> {
        Ok(wait_for(py, &self.0)?.code().to_string())
    }

    /// Computes the values of the heaps below this one.
    fn extend_to(&self, py: Python<'_>, heaps: usize, limits: &Limits) -> PyResult<()> {
        let mut guard = wait_for(py, &self.0)?;
        let sequence = &mut *guard;
        let extended = limits.run(py, move |control| {
            sequence.set_control(control);
            sequence.extend_to(heaps)
        })?;
        drop(guard);
        extended.map_err(|error| errors::sequence(py, error))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(wait_for(py, &self.0)?.len())
    }

    /// The values from one heap to another as integers of this width in bytes, 2 or 4, in the order of this machine.
    fn bytes<'py>(&self, py: Python<'py>, start: usize, to: usize, width: usize) -> PyResult<Bound<'py, PyBytes>> {
        let sequence = wait_for(py, &self.0)?;
        let values = (start..to.min(sequence.len())).filter_map(|heap| sequence.value(heap));
        let mut bytes = Vec::with_capacity(to.min(sequence.len()).saturating_sub(start) * width);
        for value in values {
            let value =
                u32::try_from(value.get()).expect("a sequence keeps values of at most four bytes").to_ne_bytes();
            let kept = if cfg!(target_endian = "little") { &value[..width.min(4)] } else { &value[4 - width.min(4)..] };
            bytes.extend_from_slice(kept);
        }
        Ok(PyBytes::new(py, &bytes))
    }

    /// The largest value.
    fn largest(&self, py: Python<'_>) -> PyResult<u64> {
        let sequence = wait_for(py, &self.0)?;
        Ok((0..sequence.len()).filter_map(|heap| sequence.value(heap)).map(grundy::Nimber::get).max().unwrap_or(0))
    }

    fn value(&self, py: Python<'_>, heap: usize) -> PyResult<Option<u64>> {
        Ok(wait_for(py, &self.0)?.value(heap).map(grundy::Nimber::get))
    }

    /// The period.
    fn periodicity(&self, py: Python<'_>) -> PyResult<Told> {
        let guard = wait_for(py, &self.0)?;
        let sequence = &*guard;
        let found = py.detach(|| sequence.periodicity());
        let text = found.to_string();
        let heaps = sequence.len() as u64;
        Ok(match &found {
            Periodicity::Periodic(proved) | Periodicity::ArithmeticPeriodic(proved) => {
                let proof = (proved.theorem().to_string(), *proved.heaps().start(), *proved.heaps().end());
                ("proved".to_owned(), proved.preperiod(), proved.period(), proved.saltus(), heaps, Some(proof), text)
            }
            Periodicity::Observed(seen) => {
                ("observed".to_owned(), seen.preperiod, seen.period, seen.saltus, seen.heaps, None, text)
            }
            _ => ("unknown".to_owned(), 0, 0, 0, heaps, None, text),
        })
    }
}
