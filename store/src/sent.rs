//! The chunks that this worker has written, to be written again if the server loses its data: nobody else may have these values.

use std::collections::VecDeque;

use grundy::News;

use crate::chunk::{Found, decode};

/// The most bytes of chunks that are kept, the newest ones: some 8 million values.
const MOST_KEPT: usize = 64 << 20;

/// Own chunks, the oldest first.
#[derive(Default)]
pub(crate) struct Sent {
    /// Those that the server has.
    there: VecDeque<Chunk>,
    /// Those that the server has lost.
    lost: VecDeque<Chunk>,
    bytes: usize,
}

struct Chunk {
    key: String,
    bytes: Vec<u8>,
    values: usize,
}

impl Sent {
    /// Keeps a chunk that was written. What is beyond the bound is forgotten, what is lost first.
    pub(crate) fn keep(&mut self, key: String, bytes: Vec<u8>, values: usize) {
        self.bytes += bytes.len();
        self.there.push_back(Chunk { key, bytes, values });
        while self.bytes > MOST_KEPT
            && let Some(oldest) = self.lost.pop_front().or_else(|| self.there.pop_front())
        {
            self.bytes -= oldest.bytes.len();
        }
    }

    /// The server has lost all. Returns the number of chunks that are to be written again.
    pub(crate) fn lose(&mut self) -> usize {
        self.lost.append(&mut self.there);
        self.lost.len()
    }

    /// Whether a chunk is to be written again.
    pub(crate) fn has_lost(&self) -> bool {
        !self.lost.is_empty()
    }

    /// Takes out what is to be written again, whole chunks with at most `most` values, or one chunk.
    pub(crate) fn take_lost(&mut self, most: usize) -> Vec<(String, Found)> {
        let mut found = Vec::new();
        while let Some(chunk) = self.lost.front()
            && (found.is_empty() || found.len() + chunk.values <= most)
            && let Some(Chunk { key, bytes, .. }) = self.lost.pop_front()
        {
            self.bytes -= bytes.len();
            let news = decode(&key, &bytes).expect("an own chunk is not damaged");
            found.extend(news.into_iter().filter_map(|news| match news {
                News::Value(text, value) => Some((text, Found::Value(value.get()))),
                News::Found(text, numbers) => Some((text, Found::Facts(numbers))),
                // Where the worker was at that time is of no use.
                _ => None,
            }));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_KEPT, Sent};
    use crate::chunk::{Entries, Found, encode};

    fn entries(values: std::ops::Range<u64>) -> Vec<(String, Found)> {
        values.map(|value| (format!("{value:04}"), Found::Value(value))).collect()
    }

    #[test]
    fn what_is_lost_comes_back_once_without_claims() {
        let mut sent = Sent::default();
        for number in 0..10 {
            let found = entries(number * 10..number * 10 + 10);
            let mut chunk = Entries { found, under_way: Some((7, vec!["elsewhere".to_owned()])) };
            let bytes = encode("key", &mut chunk);
            sent.keep("key".to_owned(), bytes, chunk.found.len());
        }
        assert!(!sent.has_lost() && sent.take_lost(100).is_empty());
        assert_eq!(sent.lose(), 10);
        assert_eq!(sent.take_lost(35), entries(0..30));
        // A chunk with more than the most comes alone.
        assert_eq!(sent.take_lost(3), entries(30..40));
        assert_eq!(sent.take_lost(100), entries(40..100));
        assert!(!sent.has_lost() && sent.bytes == 0);
    }

    #[test]
    fn no_more_is_kept_than_the_bound() {
        let mut sent = Sent::default();
        for number in 0..100 {
            sent.keep(number.to_string(), vec![0; MOST_KEPT / 10], 1);
            if number == 50 {
                sent.lose();
            }
            assert!(sent.bytes <= MOST_KEPT && sent.there.len() + sent.lost.len() <= 10, "{number}");
        }
        assert_eq!((sent.there.len(), sent.there[0].key.as_str()), (10, "90"));
    }
}
