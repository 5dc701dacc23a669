//! The console blocks of a text.

/// The commands, each on a line that begins with `$ `, with what is shown below it.
pub(crate) fn console(text: &str) -> Vec<(&str, &str)> {
    let blocks = text.split("```console\n").skip(1).filter_map(|block| block.split("```").next());
    blocks.flat_map(|block| block.split("$ ").skip(1)).filter_map(|command| command.split_once('\n')).collect()
}
