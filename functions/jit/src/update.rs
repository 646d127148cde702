//! GraphQL mutation `updateJITLocationStatus`: stores decisions about the JIT status of stockings.

use crate::{
    model::{JitLocation, JitLocationResponse, StockingId},
    rules::{self, Decision, DecisionInput, Verdict},
    store::JitStore,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Subject},
    table::{self, RowWriter, Step, Transaction},
};
use std::collections::BTreeMap;
use stocking::{decision::DropDecisionStore, stocked::StockedTimes};
use users::flags::FlagStore;

/// The feature flag that enables the screen and this operation.
const FLAG: &str = "jit-management";

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
    drops: DropDecisionStore,
    flags: FlagStore,
    audit: AuditTable,
}

impl FromEnvironment for Dependencies {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            store: JitStore::from_environment(environment)?,
            drops: DropDecisionStore::from_environment(environment)?,
            flags: FlagStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// Stores the decisions independently of each other and returns the results in the order of the input. The first decision
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
    let mut rows = dependencies.store.get_all(decisions.iter().map(|decision| &decision.stocking_id)).await?;
    let mut by_date = BTreeMap::<_, Vec<_>>::new();
    for StockingId { drop_off_date, location, .. } in decisions.iter().map(|decision| &decision.stocking_id) {
        by_date.entry(*drop_off_date).or_default().push(location);
    }
    let mut stocked = BTreeMap::new();
    for (date, locations) in by_date {
        stocked.insert(date, dependencies.drops.stocked_times(date, locations.into_iter()).await?);
    }
    let rows = decisions.into_iter().map(|decision| Row {
        before: rows.remove(&decision.stocking_id),
        stocked: stocked.get(&decision.stocking_id.drop_off_date).and_then(|day| stocked_at(day, &decision)),
        decision,
    });
    let writer = Writer { store: &dependencies.store, audit: &dependencies.audit, permit: &permit, now };
    let written = table::write_rows(dependencies.store.client(), &writer, rows.collect()).await;
    let result = |(row, result): (Row, Result<Decided>)| {
        let (verdict, after) = result.unwrap_or_else(|error| (Verdict::Rejected(error.to_string()), row.before));
        update_result(row.decision, verdict, after, row.stocked)
    };
    Ok(written.into_iter().map(result).collect())
}

fn stocked_at(day: &StockedTimes, decision: &Decision) -> Option<Instant> {
    day.at(&decision.stocking_id.location, decision.stocking_id.stocking_index)
}

/// A decision with the stored row of its stocking, and the time at which it was stocked.
struct Row {
    decision: Decision,
    before: Option<JitLocation>,
    stocked: Option<Instant>,
}

/// The verdict about a decision and the row after it.
type Decided = (Verdict, Option<JitLocation>);

/// Stores decisions that are not rejected, each with an audit entry.
struct Writer<'a> {
    store: &'a JitStore,
    audit: &'a AuditTable,
    permit: &'a Permit,
    now: Instant,
}

impl RowWriter for Writer<'_> {
    type Row = Row;
    type Outcome = Decided;
    /// If another call stores a decision first, that decision wins.
    const MAX_ATTEMPTS: u32 = 1;

    fn step(&self, Row { decision, before, stocked }: &Row) -> Result<Step<Decided>> {
        let (email, today) = (self.permit.user(), self.now.central_date());
        let verdict = rules::verdict(before.as_ref(), *stocked, &decision.change, email, today);
        match (verdict, before) {
            (Verdict::Store, Some(before)) => self.write(decision, before),
            (verdict, before) => Ok(Step::Done((verdict, before.clone()))),
        }
    }

    async fn refresh(&self, rows: Vec<&mut Row>) -> Result<()> {
        let ids: Vec<StockingId> = rows.iter().map(|row| row.decision.stocking_id.clone()).collect();
        let mut stored = self.store.get_all(ids.iter()).await?;
        for row in rows {
            row.before = stored.remove(&row.decision.stocking_id);
        }
        Ok(())
    }

    fn exhausted(&self, row: &Row) -> Result<Decided> {
        Ok((Verdict::Store, row.before.clone()))
    }
}

impl Writer<'_> {
    /// Writes the decision and its audit entry.
    fn write(&self, Decision { stocking_id, change }: &Decision, before: &JitLocation) -> Result<Step<Decided>> {
        let after = JitLocation {
            jit: Some(change.jit()),
            reason: change.reason().map(str::to_owned),
            email: Some(self.permit.user().into()),
            decided_at: Some(self.now),
            items: if change.jit() { before.items.clone() } else { Vec::new() },
            ..before.clone()
        };
        let subject =
            Subject::JitLocation(stocking_id.drop_off_date, stocking_id.location.as_str(), stocking_id.stocking_index);
        let entry = audit::Entry::new(subject, "UPDATED", self.permit, self.now)
            .with(audit::changes(&json!(before), &json!(after), &["email", "decidedAt"]))
            .with_reason(after.reason.clone());
        let decision = self.store.decide(stocking_id, change, self.permit.user(), self.now)?;
        let transaction = Transaction::new().with(decision).audited(self.audit, &entry)?;
        Ok(Step::Write(transaction, (Verdict::AlreadyStored, Some(after))))
    }
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
    fn a_full_call_needs_ten_write_calls() {
        let (store, audit) = (JitStore::unconnected(), AuditTable::unconnected());
        let permit = Permit::system("test");
        let writer =
            Writer { store: &store, audit: &audit, permit: &permit, now: "2026-11-21T10:00:00Z".parse().unwrap() };
        let transaction = |index: u32| {
            let stocking_id: StockingId = format!("2026-11-23#CHI_{index:04}#1").parse().unwrap();
            let before = JitLocation::undecided(stocking_id.clone(), Some(true));
            let decision = Decision { stocking_id, change: Change::Off { reason: "Van Issue".into() } };
            match writer.step(&Row { decision, before: Some(before), stocked: None }).unwrap() {
                Step::Write(transaction, (Verdict::AlreadyStored, Some(after))) => {
                    assert_eq!(after.jit, Some(false));
                    transaction
                }
                step => panic!("{step:?}"),
            }
        };
        assert_eq!(table::testing::request_count(&(0..500).map(transaction).collect::<Vec<_>>()), 10);
    }

    #[test]
    fn a_result_has_the_order_and_whether_the_items_were_cleared() {
        let off = Change::Off { reason: "Van Issue".into() };
        let row = |items| JitLocation {
            order_id: Some("JIT-7".into()),
            items,
            ..JitLocation::undecided("2026-11-23#A#1".parse().unwrap(), Some(false))
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
