//! Why a server cannot be used, in one short line without the password.

use redis::RedisError;

/// What stands in place of the password, and of what is left out.
const LEFT_OUT: &str = "..";

/// The most letters of a reason.
const LONGEST: usize = 300;

/// What went wrong, in one line that is not long: of a batch of commands each may have failed. A server may repeat the words of a command that it does
/// not understand, and the password may be one of them. Servers that put words in quotes may also shorten them, so the text ends at the first quote.
pub(crate) fn reason(error: &RedisError, password: Option<&str>) -> String {
    // The client tells a timeout by the words of the system, such as that a resource is unavailable.
    if error.is_timeout() {
        return "it takes too long".to_owned();
    }
    let mut text = one_line(&error.to_string());
    if let Some(password) = password {
        text = without(&text, &one_line(password));
        if let Some(code) = error.code() {
            // The client puts the code of the server in quotes. One that holds the password is not found any more.
            text = text.replace(&format!("{code:?}"), code);
        }
        if error.code().is_some()
            && let Some(quoted) = text.find(['\'', '"', '`'])
        {
            text.replace_range(quoted.., LEFT_OUT);
        }
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} {LEFT_OUT}", &text[..end]),
        None => text,
    }
}

/// The text with spaces in place of control characters. A server does the same with what it repeats, as an error is one line.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The text without a password, also where some of its bytes are written as `%` and two hexadecimal digits, as in an address.
fn without(text: &str, password: &str) -> String {
    if password.is_empty() {
        return text.to_owned();
    }
    // First as it is: it may have a `%` of its own.
    let text = text.replace(password, LEFT_OUT);
    let (mut shown, mut rest) = (String::new(), text.as_str());
    while let Some(letter) = rest.chars().next() {
        if let Some(after) = after_encoded(rest, password) {
            shown.push_str(LEFT_OUT);
            rest = after;
        } else {
            shown.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    shown
}

/// What follows the password, if the text begins with it.
fn after_encoded<'a>(text: &'a str, password: &str) -> Option<&'a str> {
    let mut bytes = text.as_bytes();
    for wanted in password.bytes() {
        bytes = match bytes {
            [b'%', digits @ ..] if decoded(digits) == Some(wanted) => &digits[2..],
            [byte, rest @ ..] if *byte == wanted => rest,
            _ => return None,
        };
    }
    // A password is whole characters, and so is what was read.
    text.get(text.len() - bytes.len()..)
}

/// The byte that the first two hexadecimal digits are.
fn decoded(digits: &[u8]) -> Option<u8> {
    let digit = |index: usize| char::from(*digits.get(index)?).to_digit(16);
    u8::try_from(digit(0)? * 16 + digit(1)?).ok()
}

#[cfg(test)]
mod tests {
    use redis::{ErrorKind, RedisError, make_extension_error};

    use super::{LONGEST, reason, without};

    #[test]
    fn a_password_is_left_out_raw_and_encoded() {
        for (text, password, wanted) in [
            ("AUTH bob s3cr3t$10", "s3cr3t", "AUTH bob ..$10"),
            ("s3cr3ts3cr3t, s3cr3", "s3cr3t", "...., s3cr3"),
            ("a%2Fb a%2fb a/b %61%2F%62", "a/b", ".. .. .. .."),
            ("100%25 100% %31%30%30%25", "100%", "..25 .. .."),
            ("100%2525 100%25", "100%25", "..25 .."),
            ("schlüssel schl%C3%BCssel schl%C3ssel %", "schlüssel", ".. .. schl%C3ssel %"),
            ("nothing", "", "nothing"),
        ] {
            assert_eq!(without(text, password), wanted, "{text} {password}");
        }
    }

    #[test]
    fn a_reason_is_one_short_line_of_any_kind_of_error() {
        for kind in [ErrorKind::AuthenticationFailed, ErrorKind::Io, ErrorKind::UnexpectedReturnType] {
            let error = RedisError::from((kind, "told", format!("a\nb\tc two words {}", "long ".repeat(100))));
            let text = reason(&error, Some("two\r\nwords"));
            assert!(text.contains("a b c ") && !text.contains('\n'), "{text}");
            assert_eq!(text.chars().count(), LONGEST + 3, "{text}");
        }
        let error = RedisError::from((ErrorKind::Io, "told", "by sesame".to_owned()));
        assert!(reason(&error, Some("sesame")).ends_with("by .."));
        assert!(reason(&error, None).ends_with("by sesame"));
        let full = "command not allowed when used memory > 'maxmemory'.";
        let error = make_extension_error("OOM".to_owned(), Some(full.to_owned()));
        assert_eq!(reason(&error, Some("sesame")), "OOM: command not allowed when used memory > ..");
        assert_eq!(reason(&error, None), format!("\"OOM\": {full}"));
        let error = make_extension_error("ERRsesame".to_owned(), Some("no 'sesame'".to_owned()));
        assert_eq!(reason(&error, Some("sesame")), "..");
    }
}
