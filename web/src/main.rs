//! The page with the games of `grundy`.

use std::process::ExitCode;

use grundy::Registry;

fn main() -> ExitCode {
    grundy_web::run(Registry::standard())
}
