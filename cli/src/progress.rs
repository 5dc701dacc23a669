//! A bar on standard error, where that is a terminal.

use std::io;
use std::time::Duration;

use grundy::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A computation shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

const OF_TOTAL: &str = "{prefix}{elapsed_precise} [{bar:40}] {human_pos}/{human_len} {msg}";
const WITHOUT_TOTAL: &str = "{prefix}{elapsed_precise} {spinner} {human_pos} {msg}";

/// The bar of one computation after the other. Clones are the same bar.
#[derive(Clone)]
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar that is not seen yet.
    pub(crate) fn new() -> Self {
        Self(ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()))
    }

    /// Shows how far a computation has come.
    pub(crate) fn show(&self, progress: &Progress) {
        if progress.elapsed < PATIENCE {
            return;
        }
        if self.0.position() == 0 || self.0.length() != progress.total {
            let template = if progress.total.is_some() { OF_TOTAL } else { WITHOUT_TOTAL };
            let style = ProgressStyle::with_template(template).expect("the templates are constants");
            self.0.set_style(style.progress_chars("=> "));
            match progress.total {
                Some(total) => self.0.set_length(total),
                None => self.0.unset_length(),
            }
        }
        self.0.set_message(progress.unit.to_string());
        self.0.set_position(progress.done);
        if self.0.is_hidden() {
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// What is computed, before the bar.
    pub(crate) fn tell(&self, what: String) {
        self.0.set_prefix(what);
    }

    /// Takes the bar away while something is printed.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        self.0.suspend(print)
    }

    /// Takes the bar away for good.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}
