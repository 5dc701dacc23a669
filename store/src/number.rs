//! Numbers as bytes: 7 bits each, the low ones first; the highest bit says that more follow.

/// The most bytes of a number that is read: those of 70 bits.
pub(crate) const LONGEST: usize = 10;

pub(crate) fn write(bytes: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        bytes.push(0x80 | (number & 0x7f).to_le_bytes()[0]);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

/// Takes the first number off these bytes. `None` if they begin with none.
pub(crate) fn read(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    // 10 bytes of 7 bits are 70 bits, so the shift stays below 128.
    for place in 0..LONGEST {
        let byte = bytes.split_off_first()?;
        number |= u128::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
