//! Planning JIT for a stocking: who uploads its pars says whether food is allocated to it just in time. Source: the spec
//! of planning and reporting, section 3 (par upload group).

use crate::model::JitLocation;

/// Whether the plan is to be stored. What somebody has decided about the stocking stays, and so does the JIT of a past
/// day. A stocking that JIT does not know gets no row where it is planned without.
pub fn differs(current: Option<&JitLocation>, jit: bool, is_past: bool) -> bool {
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
    fn a_plan_is_stored_unless_it_is_stored_already_or_somebody_has_decided() {
        let row = |jit, decided: bool| JitLocation {
            stocking_id: "2026-11-23#A#1".parse().unwrap(),
            jit,
            reason: None,
            email: None,
            decided_at: decided.then(|| "2026-11-22T10:00:00Z".parse().unwrap()),
            order_id: None,
            items: Vec::new(),
        };
        assert!(differs(None, true, false) && !differs(None, false, false));
        assert!(differs(Some(&row(None, false)), true, false) && differs(Some(&row(Some(true), false)), false, false));
        assert!(!differs(None, true, true) && !differs(Some(&row(Some(true), false)), false, true));
        assert!(
            !differs(Some(&row(Some(true), false)), true, false)
                && !differs(Some(&row(Some(false), true)), true, false)
        );
    }
}
