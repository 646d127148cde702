//! The rules of the activity log and of handover notes, without I/O.

use crate::model::{ActivityArea, ActivityChange, ActivityEntry, HandoverKind, HandoverNote};
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};
use shared::{
    FieldError, Instant,
    audit::{Change, Entry, SubjectKind},
};
use strum::IntoEnumIterator;

/// The maximum number of days that a call reads.
pub const MAX_LOG_DAYS: i64 = 366;
/// The maximum number of changes of an entry that the log shows.
const MAX_CHANGES: usize = 10;
/// The maximum length of a value in the log, in bytes of JSON.
const MAX_VALUE: usize = 300;
/// The number of characters that the log shows of a longer text.
const SHORT_TEXT: usize = 200;
/// The maximum number of characters of a note.
pub const MAX_NOTE: usize = 1000;
/// The number of days until the last day of a note.
const MAX_NOTE_DAYS: u64 = 366;

/// Checks the days of a call.
pub fn check_days(from: NaiveDate, to: NaiveDate) -> Result<(), FieldError> {
    if to < from {
        Err(FieldError::new("to", "The last day cannot be before the first day"))
    } else if (to - from).num_days() >= MAX_LOG_DAYS {
        Err(FieldError::new("to", format!("The range can have at most {MAX_LOG_DAYS} days")))
    } else {
        Ok(())
    }
}

/// The kinds of object of an area.
pub fn kinds(area: ActivityArea) -> Vec<SubjectKind> {
    SubjectKind::iter().filter(|kind| ActivityArea::of(*kind) == area).collect()
}

/// An audit entry as the log shows it.
pub fn activity_entry(entry: Entry) -> ActivityEntry {
    let Entry { entry: id, at, user, event, about, changes, reason, note, .. } = entry;
    ActivityEntry {
        id,
        at,
        user,
        area: ActivityArea::of(about.kind),
        kind: about.kind,
        object_id: about.id,
        day: about.day,
        part: about.part,
        event,
        change_count: changes.len(),
        changes: changes.into_iter().take(MAX_CHANGES).map(activity_change).collect(),
        reason,
        note,
    }
}

fn activity_change(Change { attribute, from, to }: Change) -> ActivityChange {
    ActivityChange { attribute, from: from.map(value_text), to: to.map(value_text) }
}

/// A value as JSON text. A long text is cut, and a long list or object is replaced by its number of entries.
fn value_text(value: Value) -> String {
    let text = value.to_string();
    if text.len() <= MAX_VALUE {
        return text;
    }
    let short = match value {
        Value::String(text) => text.chars().take(SHORT_TEXT).chain(['…']).collect(),
        Value::Array(entries) => format!("{} entries", entries.len()),
        Value::Object(fields) => format!("{} fields", fields.len()),
        Value::Null | Value::Bool(_) | Value::Number(_) => return text,
    };
    json!(short).to_string()
}

/// Checks the text and the last day of a new note. Returns the text without space around it.
pub fn check_note(text: &str, until: Option<NaiveDate>, today: NaiveDate) -> Result<String, Vec<FieldError>> {
    let mut errors = Vec::new();
    let text = text.trim();
    if text.is_empty() {
        errors.push(FieldError::new("text", "Enter a note"));
    } else if text.chars().count() > MAX_NOTE {
        errors.push(FieldError::new("text", format!("A note can have at most {MAX_NOTE} characters")));
    }
    let latest = today.checked_add_days(Days::new(MAX_NOTE_DAYS));
    if until.is_some_and(|until| until < today) {
        errors.push(FieldError::new("until", "The last day cannot be in the past"));
    } else if until.is_some_and(|until| latest.is_some_and(|latest| until > latest)) {
        errors.push(FieldError::new("until", "The last day can be at most a year from now"));
    }
    if errors.is_empty() { Ok(text.to_owned()) } else { Err(errors) }
}

/// Whether a stored note is the result of the same call: only then a repeated call succeeds.
pub fn is_repetition(stored: &HandoverNote, requested: &HandoverNote) -> bool {
    let content = |note: &HandoverNote| {
        (note.kind, note.object_id.to_lowercase(), note.text.clone(), note.until, note.author.clone())
    };
    content(stored) == content(requested)
}

/// The note after `user` marked it as done. A note that is done stays as it is.
pub fn completed(note: &HandoverNote, user: &str, now: Instant) -> HandoverNote {
    if note.done_at.is_some() {
        return note.clone();
    }
    HandoverNote { done_at: Some(now), done_by: Some(user.to_owned()), ..note.clone() }
}

/// The change of a note for its audit entry: the text appears when the note is added and disappears when it is done.
pub fn note_change(note: &HandoverNote) -> Change {
    let text = Some(json!(note.text));
    let (from, to) = if note.done_at.is_some() { (text, None) } else { (None, text) };
    Change { attribute: "note".into(), from, to }
}

/// The audit event of a note.
pub fn note_event(note: &HandoverNote) -> &'static str {
    if note.done_at.is_some() { "NOTE_DONE" } else { "NOTE_ADDED" }
}

/// The action that reading notes on this kind of object requires.
pub fn read_action(kind: HandoverKind) -> shared::Action {
    match kind {
        HandoverKind::Fridge => shared::Action::GetSpecificLocation,
        HandoverKind::Route => shared::Action::GetUniqueRoutes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use shared::{Permit, audit::Subject};
    use uuid::Uuid;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn now() -> Instant {
        "2026-11-23T12:00:00Z".parse().unwrap()
    }

    fn note() -> HandoverNote {
        HandoverNote {
            id: Uuid::nil(),
            kind: HandoverKind::Fridge,
            object_id: "CHI_0001".into(),
            text: "Key at the front desk".into(),
            author: "ann@example.com".into(),
            created_at: now(),
            until: None,
            done_at: None,
            done_by: None,
        }
    }

    #[rstest]
    #[case::one_day("2026-11-23", "2026-11-23", None)]
    #[case::a_year("2026-01-01", "2027-01-01", None)]
    #[case::longer_than_a_year("2026-01-01", "2027-01-02", Some("The range can have at most 366 days"))]
    #[case::reversed("2026-11-23", "2026-11-22", Some("The last day cannot be before the first day"))]
    fn a_call_reads_one_to_366_days(#[case] from: &str, #[case] to: &str, #[case] message: Option<&str>) {
        let error = check_days(day(from), day(to)).err();
        assert_eq!(error.map(|error| error.message).as_deref(), message);
    }

    #[rstest]
    #[case::number(json!(5), "5")]
    #[case::short_text(json!("LIVE"), "\"LIVE\"")]
    #[case::short_list(json!(["a"]), "[\"a\"]")]
    #[case::long_list(json!(vec!["Cola"; 100]), "\"100 entries\"")]
    fn a_long_value_is_shortened(#[case] value: Value, #[case] expected: &str) {
        assert_eq!(value_text(value), expected);
    }

    #[test]
    fn a_long_text_keeps_its_beginning() {
        let text = value_text(json!("é".repeat(400)));
        assert_eq!(text, format!("\"{}…\"", "é".repeat(200)));
    }

    #[test]
    fn an_entry_states_area_object_and_the_number_of_all_changes() {
        let change = |number: usize| Change { attribute: number.to_string(), from: None, to: Some(json!(number)) };
        let entry = Entry::new(Subject::ItemPrice("Standard", "Cola"), "UPDATED", &Permit::system("test"), now())
            .with((0..12).map(change).collect());
        let shown = activity_entry(entry);
        assert_eq!((shown.area, shown.kind), (ActivityArea::Prices, SubjectKind::ItemPrice));
        assert_eq!((shown.object_id.as_str(), shown.part.as_deref()), ("Standard", Some("Cola")));
        assert_eq!((shown.changes.len(), shown.change_count), (10, 12));
    }

    #[test]
    fn an_area_has_the_kinds_that_belong_to_it() {
        assert_eq!(kinds(ActivityArea::Handover), [SubjectKind::FridgeNote, SubjectKind::RouteNote]);
    }

    #[rstest]
    #[case::text_with_space(" Key at the desk ", None, Ok("Key at the desk"))]
    #[case::until_today("a", Some("2026-11-23"), Ok("a"))]
    #[case::empty("  ", None, Err("Enter a note"))]
    #[case::too_long(&"a".repeat(1001), None, Err("A note can have at most 1000 characters"))]
    #[case::until_yesterday("a", Some("2026-11-22"), Err("The last day cannot be in the past"))]
    #[case::until_in_years("a", Some("2028-11-22"), Err("The last day can be at most a year from now"))]
    fn a_note_has_text_and_an_optional_last_day(
        #[case] text: &str,
        #[case] until: Option<&str>,
        #[case] expected: Result<&str, &str>,
    ) {
        let checked = check_note(text, until.map(day), day("2026-11-23"));
        let checked = checked.map_err(|errors| errors.into_iter().map(|error| error.message).collect::<String>());
        assert_eq!(checked, expected.map(str::to_owned).map_err(str::to_owned));
    }

    #[test]
    fn only_a_call_with_the_same_content_is_a_repetition() {
        let later = HandoverNote { created_at: now().plus(chrono::Duration::seconds(1)), ..note() };
        assert!(is_repetition(&later, &note()));
        for other in [
            HandoverNote { text: "Other".into(), ..note() },
            HandoverNote { until: Some(day("2026-11-24")), ..note() },
            HandoverNote { object_id: "CHI_0002".into(), ..note() },
            HandoverNote { kind: HandoverKind::Route, ..note() },
            HandoverNote { author: "bob@example.com".into(), ..note() },
        ] {
            assert!(!is_repetition(&other, &note()));
        }
    }

    #[test]
    fn the_first_completion_of_a_note_counts() {
        let done = completed(&note(), "bob@example.com", now());
        assert_eq!((done.done_by.as_deref(), done.done_at), (Some("bob@example.com"), Some(now())));
        let again = completed(&done, "eve@example.com", now().plus(chrono::Duration::hours(1)));
        assert_eq!(again, done);
        assert_eq!((note_event(&note()), note_event(&done)), ("NOTE_ADDED", "NOTE_DONE"));
        assert_eq!(note_change(&done).from, note_change(&note()).to);
    }
}
