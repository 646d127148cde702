//! Deciding about the JIT of stockings.

use crate::{
    model::{JitLocation, StockingId, ToldJitLocation},
    rules::{self, Decision, DecisionInput, Verdict},
    stocked::{self, Stocked},
    store::JitStore,
};
use futures::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Subject},
    dynamo::{self, Transaction},
};
use std::collections::{BTreeMap, BTreeSet};
use stocking::driver_action::DriverActionStore;
use users::flags::FlagStore;

/// The flag that the screen and this operation are for.
const FLAG: &str = "jit-management";
/// Decisions that are written at once.
const AT_ONCE: usize = 16;

/// Arguments of `updateJITLocationStatus`.
#[derive(Debug, Deserialize)]
pub struct UpdateArguments {
    input: Vec<DecisionInput>,
}

/// What became of one decision.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdateResult {
    stocking_id: StockingId,
    message: String,
    order_id: Option<String>,
    jit_status_update: bool,
    jit_allocation_items_clear: bool,
    jit_location: Option<ToldJitLocation>,
}

/// What the operation uses.
#[derive(Debug)]
pub struct Uses {
    store: JitStore,
    actions: DriverActionStore,
    flags: FlagStore,
    audit: AuditTable,
}

impl FromEnvironment for Uses {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            store: JitStore::from_environment(environment)?,
            actions: DriverActionStore::from_environment(environment)?,
            flags: FlagStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// Stores decisions about the JIT of stockings, each by itself; answers what became of each, in their order. The first
/// decision about a stocking wins; the same one again is answered as it is stored.
///
/// # Errors
/// [`Error::Forbidden`] without the flag; [`Error::Invalid`] with everything that is wrong. Nothing is written then.
pub async fn update_jit_location_status(
    uses: &Uses,
    Request { permit, now, input: UpdateArguments { input } }: Request<UpdateArguments>,
) -> Result<Vec<UpdateResult>> {
    if !uses.flags.on_for(permit.caller().email()).await?.iter().any(|flag| flag == FLAG) {
        return Err(Error::Forbidden);
    }
    let decisions = rules::check(input).map_err(Error::Invalid)?;
    let rows = uses.store.get_all(decisions.iter().map(|decision| &decision.stocking_id)).await?;
    let mut stocked = BTreeMap::new();
    let dates: BTreeSet<_> = decisions.iter().map(|decision| decision.stocking_id.drop_off_date).collect();
    for date in dates {
        stocked.insert(date, stocked::of_day(&uses.actions, date).await?);
    }
    let results = decisions.into_iter().map(|decision| {
        let row = rows.get(&decision.stocking_id).cloned();
        let at = stocked.get(&decision.stocking_id.drop_off_date).and_then(|day| stocked_at(day, &decision));
        decide(uses, &permit, now, decision, row, at)
    });
    Ok(stream::iter(results).buffered(AT_ONCE).collect().await)
}

fn stocked_at(day: &Stocked, decision: &Decision) -> Option<Instant> {
    day.at(&decision.stocking_id.location, decision.stocking_id.stocking_index)
}

/// Stores one decision, unless somebody has decided before.
async fn decide(
    uses: &Uses,
    permit: &Permit,
    now: Instant,
    decision: Decision,
    row: Option<JitLocation>,
    stocked: Option<Instant>,
) -> UpdateResult {
    let email = permit.user();
    let today = now.central_date();
    let verdict = rules::verdict(row.as_ref(), stocked, &decision.change, email, today);
    let (verdict, row) = match (verdict, row) {
        (Verdict::Store, Some(before)) => match store(uses, permit, now, &decision, &before).await {
            Ok(Some(after)) => (Verdict::Stored, Some(after)),
            // Somebody was quicker: what they decided is what is stored now.
            Ok(None) => match uses.store.get_all(std::iter::once(&decision.stocking_id)).await {
                Ok(mut rows) => {
                    let row = rows.remove(&decision.stocking_id);
                    (rules::verdict(row.as_ref(), stocked, &decision.change, email, today), row)
                }
                Err(error) => (Verdict::Refused(error.to_string()), Some(before)),
            },
            Err(error) => (Verdict::Refused(error.to_string()), Some(before)),
        },
        other => other,
    };
    told(decision, verdict, row, stocked)
}

/// Writes the decision with its audit entry; the row after it, or `None` where the row is no longer as it was.
async fn store(
    uses: &Uses,
    permit: &Permit,
    now: Instant,
    Decision { stocking_id, change }: &Decision,
    before: &JitLocation,
) -> Result<Option<JitLocation>> {
    let after = JitLocation {
        jit: Some(change.jit()),
        reason: change.reason().map(str::to_owned),
        email: Some(permit.user().into()),
        decided_at: Some(now),
        items: if change.jit() { before.items.clone() } else { Vec::new() },
        ..before.clone()
    };
    let subject =
        Subject::JitLocation(stocking_id.drop_off_date, stocking_id.location.as_str(), stocking_id.stocking_index);
    let entry = audit::Entry::new(subject, "UPDATED", permit, now)
        .with(audit::changes(&json!(before), &json!(after), &["email", "decidedAt"]))
        .because(after.reason.clone());
    let actions = vec![uses.store.decide(stocking_id, change, permit.user(), now)?, uses.audit.put(&entry)?];
    let written = dynamo::transact(uses.store.client(), actions).await?;
    Ok((written == Transaction::Written).then_some(after))
}

fn told(
    Decision { stocking_id, change }: Decision,
    verdict: Verdict,
    row: Option<JitLocation>,
    stocked: Option<Instant>,
) -> UpdateResult {
    let jit_status_update = verdict != Verdict::Store && !matches!(verdict, Verdict::Refused(_));
    let message = match verdict {
        Verdict::Refused(why) => why,
        Verdict::Store | Verdict::Stored if change.jit() => "JIT is On".into(),
        Verdict::Store | Verdict::Stored => "JIT is Off".into(),
    };
    UpdateResult {
        stocking_id,
        message,
        order_id: row.as_ref().and_then(|row| row.order_id.clone()),
        jit_status_update,
        jit_allocation_items_clear: jit_status_update
            && !change.jit()
            && row.as_ref().is_some_and(|row| row.items.is_empty()),
        jit_location: row.map(|row| row.told(stocked)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Change;

    #[test]
    fn a_result_tells_the_order_and_whether_what_was_allocated_is_gone() {
        let off = Change::Off { reason: "Van Issue".into() };
        let row = |items| JitLocation {
            stocking_id: "2026-11-23#A#1".parse().unwrap(),
            jit: Some(false),
            reason: None,
            email: None,
            decided_at: None,
            order_id: Some("JIT-7".into()),
            items,
        };
        let decision = |change: &Change| Decision { stocking_id: row(vec![]).stocking_id, change: change.clone() };
        let result = told(decision(&off), Verdict::Stored, Some(row(vec![])), None);
        assert_eq!((result.message.as_str(), result.order_id.as_deref()), ("JIT is Off", Some("JIT-7")));
        assert!(result.jit_status_update && result.jit_allocation_items_clear);
        let kept = told(decision(&Change::On), Verdict::Stored, Some(row(vec![])), None);
        assert!(kept.jit_status_update && !kept.jit_allocation_items_clear);
        let refused = told(decision(&off), Verdict::Refused("no".into()), None, None);
        assert_eq!((refused.message.as_str(), refused.jit_status_update), ("no", false));
        assert!(!refused.jit_allocation_items_clear && refused.jit_location.is_none());
    }
}
