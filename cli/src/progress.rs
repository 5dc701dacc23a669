//! A progress bar on standard error, if that is a terminal.

use std::time::Duration;

use grundy::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Time before the bar appears, so that short computations show none.
const PATIENCE: Duration = Duration::from_millis(300);

const OF_TOTAL: &str = "{prefix}{elapsed_precise} [{bar:40}] {human_pos}/{human_len} {msg}";
const WITHOUT_TOTAL: &str = "{prefix}{elapsed_precise} {spinner} {human_pos} {msg}";

/// A bar for several computations in turn. Clones are the same bar.
#[derive(Clone)]
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar that is not visible yet.
    pub(crate) fn new() -> Self {
        Self(ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()))
    }

    /// Shows the progress of a computation.
    pub(crate) fn show(&self, progress: &Progress) {
        if progress.elapsed < PATIENCE {
            return;
        }
        // The style depends on whether there is a total, and is set when that becomes known or changes.
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
        // Last, so that the bar first appears with its content.
        if self.0.is_hidden() {
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Sets the text before the bar.
    pub(crate) fn tell(&self, what: String) {
        self.0.set_prefix(what);
    }

    /// Hides the bar while something is printed.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Removes the bar.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}
