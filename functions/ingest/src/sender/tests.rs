use super::*;
use rstest::rstest;
use serde_json::{Value, json};

fn certificate(letter: &str) -> String {
    letter.repeat(64)
}

fn sender(fridge: &str, letter: &str) -> Value {
    json!({
        "fridge": fridge, "certificate": certificate(letter), "topic": "telemetry",
        "receivedAt": "2026-11-21T12:00:00Z",
    })
}

fn delivery(sender: Option<&Value>) -> Delivery {
    let attributes = sender.map(|sender| (SENDER.to_owned(), sender.to_string())).into_iter().collect();
    Delivery { id: "m".into(), body: "{}".into(), count: 1, attributes }
}

/// The invalid field of a rejected message.
fn field((_, error): &(Delivery, Error)) -> &str {
    error.fields().first().map_or("-", |field| field.field.as_str())
}

#[test]
fn reads_the_attribute_of_the_forwarder() {
    let read = FridgeSender::of(&delivery(Some(&sender("CHI_0001", "a")))).unwrap();
    assert_eq!(read.fridge.as_str(), "CHI_0001");
    assert_eq!(read.certificate, certificate("a").parse().unwrap());
    assert_eq!((read.topic, read.base64), (Up::Telemetry, false));
    let mut encoded = sender("CHI_0001", "a");
    encoded["base64"] = json!(true);
    encoded["topic"] = json!("receipts");
    let read = FridgeSender::of(&delivery(Some(&encoded))).unwrap();
    assert_eq!((read.topic, read.base64), (Up::Receipts, true));
}

#[rstest]
#[case::no_fridge("fridge", json!(null))]
#[case::an_invalid_fridge("fridge", json!("n/a"))]
#[case::an_invalid_certificate("certificate", json!("abc"))]
#[case::an_unknown_topic("topic", json!("commands"))]
#[case::an_invalid_time("receivedAt", json!("today"))]
fn rejects_an_invalid_attribute(#[case] name: &str, #[case] value: Value) {
    let mut invalid = sender("CHI_0001", "a");
    invalid[name] = value;
    let (senders, rejected) = read_senders(vec![delivery(Some(&invalid))]);
    assert_eq!(senders.len(), 0);
    assert_eq!(rejected.iter().map(field).collect::<Vec<_>>(), [SENDER]);
}

#[test]
fn rejects_a_message_without_a_sender() {
    let (senders, rejected) = read_senders(vec![delivery(None), delivery(Some(&sender("CHI_0001", "a")))]);
    assert_eq!(senders.len(), 1);
    assert_eq!(rejected.iter().map(field).collect::<Vec<_>>(), [SENDER]);
}

#[rstest]
#[case::the_certificate_of_the_fridge("CHI_0001", "a", true)]
#[case::its_second_certificate("CHI_0001", "b", true)]
#[case::a_revoked_certificate("CHI_0001", "c", false)]
#[case::the_certificate_of_another_fridge("CHI_0002", "a", false)]
#[case::a_fridge_without_certificates("CHI_0003", "a", false)]
fn accepts_only_a_valid_certificate_of_the_fridge(#[case] fridge: &str, #[case] letter: &str, #[case] valid: bool) {
    let certificates = |letters: &[&str]| letters.iter().map(|letter| certificate(letter).parse().unwrap()).collect();
    let stored = BTreeMap::from([
        ("CHI_0001".parse().unwrap(), certificates(&["a", "b"])),
        ("CHI_0002".parse().unwrap(), certificates(&["d"])),
    ]);
    let (senders, _) = read_senders(vec![delivery(Some(&sender(fridge, letter)))]);
    let (identified, rejected) = check_certificates(senders, &stored);
    assert_eq!(identified.len(), usize::from(valid));
    let expected: &[&str] = if valid { &[] } else { &["certificate"] };
    assert_eq!(rejected.iter().map(field).collect::<Vec<_>>(), expected);
}
