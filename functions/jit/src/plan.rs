//! Plans JIT for a stocking. The uploaded pars of a stocking contain its planned JIT status. Requirements:
//! `docs/requirements/planning.md`, section "Pars".

use crate::model::JitLocation;

/// Whether a planned JIT status must be stored. Decisions of users and past days are not overwritten. A stocking
/// without JIT row gets one only if JIT is planned for it.
pub fn needs_write(current: Option<&JitLocation>, jit: bool, is_past: bool) -> bool {
    match current {
        _ if is_past => false,
        None => jit,
        Some(current) => current.decided_at.is_none() && current.jit != Some(jit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_stored_unless_it_is_unchanged_past_or_decided() {
        let row = |jit, decided: bool| JitLocation {
            decided_at: decided.then(|| "2026-11-22T10:00:00Z".parse().unwrap()),
            ..JitLocation::undecided("2026-11-23#A#1".parse().unwrap(), jit)
        };
        assert!(needs_write(None, true, false) && !needs_write(None, false, false));
        assert!(
            needs_write(Some(&row(None, false)), true, false)
                && needs_write(Some(&row(Some(true), false)), false, false)
        );
        assert!(!needs_write(None, true, true) && !needs_write(Some(&row(Some(true), false)), false, true));
        assert!(
            !needs_write(Some(&row(Some(true), false)), true, false)
                && !needs_write(Some(&row(Some(false), true)), true, false)
        );
    }
}
