//! The text of a notice.

use crate::model::{FridgeAlert, FridgeAlertKind, NoticeEvent};
use locations::model::{Address, LocationId};
use serde_json::{Value, json};
use shared::{Instant, time::CENTRAL};
use std::collections::BTreeMap;

/// Name and address of a fridge.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Place {
    /// The name.
    pub name: String,
    /// The address.
    pub address: Address,
}

/// A message about one or more alerts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Message {
    /// The subject of an e-mail.
    pub subject: String,
    /// The text of an e-mail.
    pub text: String,
    /// The content for a webhook.
    pub content: Value,
}

/// The alerts of a message, and what the message needs about them.
#[derive(Clone, Copy, Debug)]
pub struct Content<'a> {
    /// What the message reports.
    pub event: NoticeEvent,
    /// The alerts, at least one.
    pub alerts: &'a [&'a FridgeAlert],
    /// The places of the fridges. A fridge without an entry is named by its id.
    pub places: &'a BTreeMap<LocationId, Place>,
    /// The address of the web app, without a slash at the end.
    pub web_url: &'a str,
}

/// The message of a notice. Alerts of several fridges share one message, so that an outage does not send hundreds.
pub fn message(content: &Content<'_>) -> Message {
    let subject = subject(content);
    let alerts: Vec<String> = content.alerts.iter().map(|alert| paragraph(content, alert)).collect();
    let list = format!("All alerts: {}/portfoliohealth/alerts", content.web_url);
    let request = match content.event {
        NoticeEvent::Opened => Some("Acknowledge the alert in Larder so that others know that you handle it."),
        NoticeEvent::Escalated => Some("No user acknowledged this alert. Acknowledge it in Larder and handle it."),
        NoticeEvent::Cleared => None,
    };
    let text: Vec<String> =
        [subject.clone()].into_iter().chain(alerts).chain(request.map(str::to_owned)).chain([list]).collect();
    let text = text.join("\n\n");
    let alerts: Vec<Value> = content.alerts.iter().map(|alert| json_of(content, alert)).collect();
    Message { content: json!({ "event": content.event, "summary": subject, "alerts": alerts }), subject, text }
}

/// The message that tests a rule.
pub fn test_message(rule: &str, web_url: &str) -> Message {
    let subject = format!("Larder: test of {rule}");
    let text = format!(
        "This is a test message of the alert notifications \"{rule}\". No fridge needs attention.\n\n{web_url}"
    );
    Message { content: json!({ "event": "TEST", "summary": subject, "alerts": [] }), subject, text }
}

fn subject(content: &Content<'_>) -> String {
    let prefix = match content.event {
        NoticeEvent::Opened => "Alert",
        NoticeEvent::Escalated => "Not acknowledged",
        NoticeEvent::Cleared => "Cleared",
    };
    match content.alerts {
        [alert] => format!("{prefix}: {} {}", alert.location, condition(alert.kind)),
        alerts => format!("{prefix}: {} fridge alerts", alerts.len()),
    }
}

fn condition(kind: FridgeAlertKind) -> &'static str {
    match kind {
        FridgeAlertKind::TooWarm => "is too warm",
        FridgeAlertKind::Silent => "does not report",
        FridgeAlertKind::OutOfOrder => "is out of order",
    }
}

fn advice(kind: FridgeAlertKind) -> &'static str {
    match kind {
        FridgeAlertKind::TooWarm => {
            "Check that the doors are closed and that the fridge cools. Stop sales until the food is safe."
        }
        FridgeAlertKind::Silent => "Check the fridge's power and network. Call the site if it stays silent.",
        FridgeAlertKind::OutOfOrder => "Open the fridge's page for the reasons, and send a technician if needed.",
    }
}

fn paragraph(content: &Content<'_>, alert: &FridgeAlert) -> String {
    let Some(Place { name, address }) = content.places.get(&alert.location) else {
        return lines([fridge_line(alert, None), times(alert), url(content, alert)]);
    };
    let Address { street, city, state, zip_code } = address;
    let place = format!("Address: {street}, {city}, {state} {zip_code}");
    let advice = (content.event != NoticeEvent::Cleared).then(|| format!("What to do: {}", advice(alert.kind)));
    lines([fridge_line(alert, Some(name)), place, times(alert)].into_iter().chain(advice).chain([url(content, alert)]))
}

fn lines(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().collect::<Vec<_>>().join("\n")
}

fn fridge_line(alert: &FridgeAlert, name: Option<&String>) -> String {
    let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
    let detail = alert.detail.as_ref().map(|detail| format!(": {detail}")).unwrap_or_default();
    format!("{}{name} {}{detail}", alert.location, condition(alert.kind))
}

fn times(alert: &FridgeAlert) -> String {
    match alert.cleared_at {
        Some(cleared) => format!("From {} to {}", local(alert.since), local(cleared)),
        None => format!("Since {}", local(alert.since)),
    }
}

fn url(content: &Content<'_>, alert: &FridgeAlert) -> String {
    format!("{}/locations/health/{}", content.web_url, alert.location)
}

/// An instant in Central time, with the name of the zone.
fn local(at: Instant) -> String {
    at.utc().with_timezone(&CENTRAL).format("%a, %b %-d, %-I:%M %p %Z").to_string()
}

fn json_of(content: &Content<'_>, alert: &FridgeAlert) -> Value {
    let place = content.places.get(&alert.location);
    json!({
        "id": alert.id,
        "location": alert.location,
        "name": place.map(|place| &place.name),
        "address": place.map(|place| &place.address),
        "kind": alert.kind,
        "detail": alert.detail,
        "since": alert.since,
        "openedAt": alert.opened_at,
        "clearedAt": alert.cleared_at,
        "url": url(content, alert),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FridgeAlertState;
    use locations::model::State;
    use rstest::rstest;

    fn alert(kind: FridgeAlertKind) -> FridgeAlert {
        FridgeAlert {
            id: "alert".into(),
            location: "FRIDGE_1".parse().unwrap(),
            kind,
            state: FridgeAlertState::Open,
            since: "2026-11-21T10:05:00Z".parse().unwrap(),
            opened_at: "2026-11-21T10:36:00Z".parse().unwrap(),
            detail: None,
            cleared_at: None,
            acknowledged_at: None,
            acknowledged_by: None,
            note: None,
        }
    }

    fn places() -> BTreeMap<LocationId, Place> {
        let address =
            Address { street: "1 Main St".into(), city: "Chicago".into(), state: State::IL, zip_code: "60601".into() };
        [("FRIDGE_1".parse().unwrap(), Place { name: "Acme HQ".into(), address })].into()
    }

    fn text(event: NoticeEvent, alerts: &[&FridgeAlert]) -> Message {
        message(&Content { event, alerts, places: &places(), web_url: "https://larder.example.com" })
    }

    #[rstest]
    #[case::too_warm(
        FridgeAlertKind::TooWarm,
        Some("44.6 °F"),
        "FRIDGE_1 (Acme HQ) is too warm: 44.6 °F",
        "Check that the doors are closed and that the fridge cools. Stop sales until the food is safe."
    )]
    #[case::silent(
        FridgeAlertKind::Silent,
        None,
        "FRIDGE_1 (Acme HQ) does not report",
        "Check the fridge's power and network. Call the site if it stays silent."
    )]
    #[case::out_of_order(
        FridgeAlertKind::OutOfOrder,
        Some("MOTOR_FAULT"),
        "FRIDGE_1 (Acme HQ) is out of order: MOTOR_FAULT",
        "Open the fridge's page for the reasons, and send a technician if needed."
    )]
    fn an_open_alert_states_the_fridge_the_condition_and_what_to_do(
        #[case] kind: FridgeAlertKind,
        #[case] detail: Option<&str>,
        #[case] condition: &str,
        #[case] advice: &str,
    ) {
        let alert = FridgeAlert { detail: detail.map(Into::into), ..alert(kind) };
        let expected = format!(
            "{condition}\nAddress: 1 Main St, Chicago, IL 60601\nSince Sat, Nov 21, 4:05 AM CST\nWhat to do: {advice}\n\
             https://larder.example.com/locations/health/FRIDGE_1\n\n\
             Acknowledge the alert in Larder so that others know that you handle it.\n\n\
             All alerts: https://larder.example.com/portfoliohealth/alerts"
        );
        let message = text(NoticeEvent::Opened, &[&alert]);
        assert_eq!(message.text.split_once("\n\n").unwrap().1, expected);
    }

    #[rstest]
    #[case::opened(NoticeEvent::Opened, "Alert: FRIDGE_1 is too warm", "Alert: 2 fridge alerts")]
    #[case::escalated(
        NoticeEvent::Escalated,
        "Not acknowledged: FRIDGE_1 is too warm",
        "Not acknowledged: 2 fridge alerts"
    )]
    #[case::cleared(NoticeEvent::Cleared, "Cleared: FRIDGE_1 is too warm", "Cleared: 2 fridge alerts")]
    fn the_subject_names_the_event_and_the_fridge(
        #[case] event: NoticeEvent,
        #[case] one: &str,
        #[case] several: &str,
    ) {
        let alert = alert(FridgeAlertKind::TooWarm);
        assert_eq!(text(event, &[&alert]).subject, one);
        assert_eq!(text(event, &[&alert, &alert]).subject, several);
    }

    #[test]
    fn a_cleared_alert_states_both_times_and_no_advice() {
        let cleared_at = Some("2026-11-21T11:00:00Z".parse().unwrap());
        let alert = FridgeAlert { cleared_at, ..alert(FridgeAlertKind::Silent) };
        let text = text(NoticeEvent::Cleared, &[&alert]).text;
        assert!(text.contains("\nFrom Sat, Nov 21, 4:05 AM CST to Sat, Nov 21, 5:00 AM CST\n"), "{text}");
        assert!(!text.contains("What to do") && !text.contains("Acknowledge"), "{text}");
    }

    #[test]
    fn a_message_about_an_unknown_location_has_its_id() {
        let alert = FridgeAlert { location: "GONE".parse().unwrap(), ..alert(FridgeAlertKind::Silent) };
        let text = text(NoticeEvent::Opened, &[&alert]).text;
        assert!(text.contains("\nGONE does not report\nSince Sat, Nov 21, 4:05 AM CST\n"), "{text}");
    }

    #[test]
    fn a_webhook_receives_the_values() {
        let alert = FridgeAlert { detail: Some("44.6 °F".into()), ..alert(FridgeAlertKind::TooWarm) };
        let expected = json!({
            "event": "OPENED",
            "summary": "Alert: FRIDGE_1 is too warm",
            "alerts": [{
                "id": "alert", "location": "FRIDGE_1", "name": "Acme HQ", "kind": "TOO_WARM", "detail": "44.6 °F",
                "address": { "street": "1 Main St", "city": "Chicago", "state": "IL", "zipCode": "60601" },
                "since": "2026-11-21T10:05:00.000Z", "openedAt": "2026-11-21T10:36:00.000Z", "clearedAt": null,
                "url": "https://larder.example.com/locations/health/FRIDGE_1",
            }],
        });
        assert_eq!(text(NoticeEvent::Opened, &[&alert]).content, expected);
    }

    #[test]
    fn a_test_message_states_that_no_fridge_needs_attention() {
        let message = test_message("Night", "https://larder.example.com");
        assert_eq!(message.subject, "Larder: test of Night");
        assert!(message.text.contains("No fridge needs attention."));
    }
}
