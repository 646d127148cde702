//! GraphQL mutation `updateJITLocationStatus`: stores decisions about the JIT status of stockings.

use crate::{
    model::{JitLocation, JitLocationResponse, StockingId},
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

/// The feature flag that enables the screen and this operation.
const FLAG: &str = "jit-management";
/// Decisions that are written concurrently.
const CONCURRENCY: usize = 16;

/// Arguments of `updateJITLocationStatus`.
#[derive(Debug, Deserialize)]
pub struct UpdateArguments {
    input: Vec<DecisionInput>,
}

/// The result of one decision.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdateResult {
    stocking_id: StockingId,
    message: String,
    order_id: Option<String>,
    jit_status_update: bool,
    jit_allocation_items_clear: bool,
    jit_location: Option<JitLocationResponse>,
}

/// Dependencies of the operation.
#[derive(Debug)]
pub struct Dependencies {
    store: JitStore,
    actions: DriverActionStore,
    flags: FlagStore,
    audit: AuditTable,
}

impl FromEnvironment for Dependencies {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            store: JitStore::from_environment(environment)?,
            actions: DriverActionStore::from_environment(environment)?,
            flags: FlagStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// Stores each decision in its own transaction and returns the results in the order of the input. The first decision
/// about a stocking wins. A repeated decision returns the stored result.
///
/// # Errors
/// [`Error::Forbidden`] without the feature flag; [`Error::Invalid`] with all invalid fields. Nothing is written then.
pub async fn update_jit_location_status(
    dependencies: &Dependencies,
    Request { permit, now, input: UpdateArguments { input } }: Request<UpdateArguments>,
) -> Result<Vec<UpdateResult>> {
    if !dependencies.flags.enabled_for(permit.caller().email()).await?.iter().any(|flag| flag == FLAG) {
        return Err(Error::Forbidden);
    }
    let decisions = rules::check(input).map_err(Error::Invalid)?;
    let rows = dependencies.store.get_all(decisions.iter().map(|decision| &decision.stocking_id)).await?;
    let mut stocked = BTreeMap::new();
    let dates: BTreeSet<_> = decisions.iter().map(|decision| decision.stocking_id.drop_off_date).collect();
    for date in dates {
        stocked.insert(date, stocked::of_day(&dependencies.actions, date).await?);
    }
    let results = decisions.into_iter().map(|decision| {
        let row = rows.get(&decision.stocking_id).cloned();
        let at = stocked.get(&decision.stocking_id.drop_off_date).and_then(|day| stocked_at(day, &decision));
        decide(dependencies, &permit, now, decision, row, at)
    });
    Ok(stream::iter(results).buffered(CONCURRENCY).collect().await)
}

fn stocked_at(day: &Stocked, decision: &Decision) -> Option<Instant> {
    day.at(&decision.stocking_id.location, decision.stocking_id.stocking_index)
}

/// Stores one decision unless it is rejected.
async fn decide(
    dependencies: &Dependencies,
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
        (Verdict::Store, Some(before)) => match store(dependencies, permit, now, &decision, &before).await {
            Ok(Some(after)) => (Verdict::AlreadyStored, Some(after)),
            // Another call stored a decision first. Check against the new state.
            Ok(None) => match dependencies.store.get_all(std::iter::once(&decision.stocking_id)).await {
                Ok(mut rows) => {
                    let row = rows.remove(&decision.stocking_id);
                    (rules::verdict(row.as_ref(), stocked, &decision.change, email, today), row)
                }
                Err(error) => (Verdict::Rejected(error.to_string()), Some(before)),
            },
            Err(error) => (Verdict::Rejected(error.to_string()), Some(before)),
        },
        other => other,
    };
    update_result(decision, verdict, row, stocked)
}

/// Writes the decision and its audit entry. Returns the new row, or `None` if the row was changed by another call.
async fn store(
    dependencies: &Dependencies,
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
        .with_reason(after.reason.clone());
    let actions =
        vec![dependencies.store.decide(stocking_id, change, permit.user(), now)?, dependencies.audit.put(&entry)?];
    let written = dynamo::transact(dependencies.store.client(), actions).await?;
    Ok((written == Transaction::Written).then_some(after))
}

fn update_result(
    Decision { stocking_id, change }: Decision,
    verdict: Verdict,
    row: Option<JitLocation>,
    stocked: Option<Instant>,
) -> UpdateResult {
    let jit_status_update = verdict != Verdict::Store && !matches!(verdict, Verdict::Rejected(_));
    let message = match verdict {
        Verdict::Rejected(message) => message,
        Verdict::Store | Verdict::AlreadyStored if change.jit() => "JIT is On".into(),
        Verdict::Store | Verdict::AlreadyStored => "JIT is Off".into(),
    };
    UpdateResult {
        stocking_id,
        message,
        order_id: row.as_ref().and_then(|row| row.order_id.clone()),
        jit_status_update,
        jit_allocation_items_clear: jit_status_update
            && !change.jit()
            && row.as_ref().is_some_and(|row| row.items.is_empty()),
        jit_location: row.map(|row| row.into_response(stocked)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Change;

    #[test]
    fn a_result_has_the_order_and_whether_the_items_were_cleared() {
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
        let result = update_result(decision(&off), Verdict::AlreadyStored, Some(row(vec![])), None);
        assert_eq!(result.message.as_str(), "JIT is Off");
        assert_eq!(result.order_id.as_deref(), Some("JIT-7"));
        assert!(result.jit_status_update && result.jit_allocation_items_clear);
        let on = update_result(decision(&Change::On), Verdict::AlreadyStored, Some(row(vec![])), None);
        assert!(on.jit_status_update && !on.jit_allocation_items_clear);
        let rejection = update_result(decision(&off), Verdict::Rejected("no".into()), None, None);
        assert_eq!(rejection.message.as_str(), "no");
        assert!(!rejection.jit_status_update);
        assert!(!rejection.jit_allocation_items_clear && rejection.jit_location.is_none());
    }
}
