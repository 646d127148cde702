//! Planning JIT for a stocking: who uploads its pars says whether food is allocated to it just in time. Source: the spec
//! of planning and reporting, section 3 (par upload group).

use crate::model::JitLocation;

/// Whether the plan is to be stored. What somebody has decided about the stocking stays, and a stocking that JIT does
/// not know is not told of where it is planned without.
pub fn differs(current: Option<&JitLocation>, jit: bool) -> bool {
    match current {
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
        assert!(differs(None, true) && !differs(None, false));
        assert!(differs(Some(&row(None, false)), true) && differs(Some(&row(Some(true), false)), false));
        assert!(!differs(Some(&row(Some(true), false)), true) && !differs(Some(&row(Some(false), true)), true));
    }
}
