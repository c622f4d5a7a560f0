//! Putting a few things in order.

/// Sorts a short list, leaving equals as they are: `before` says whether its first must stand before its second.
///
/// The standard library sorts long lists well, and brings thousands of bytes of code into the page for every kind of list.
///
/// ```
/// let mut list = [3, 1, 2];
/// damka_rules::arrange(&mut list, |a, b| a < b);
/// assert_eq!(list, [1, 2, 3]);
/// ```
pub fn arrange<T>(list: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && before(&list[at], &list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn in_order_and_equals_as_they_were() {
        let mut list: Vec<(u32, usize)> = (0..50).map(|n| (n * 7919 % 13, n as usize)).collect();
        let mut expected = list.clone();
        expected.sort_by_key(|(key, _)| *key);
        arrange(&mut list, |a, b| a.0 < b.0);
        assert_eq!(list, expected);
        arrange(&mut [] as &mut [u8], |a, b| a < b);
    }
}
