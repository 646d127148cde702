//! `docs/asyncapi.json`: the `AsyncAPI` 3.0 document of the messages between fridges and the broker, for tools.
//! `docs/device-protocol.md` describes them for readers.

use ingest::message::{Fact, Source};
use serde_json::{Map, Value, json};
use shared::fridge_topics::{Down, FridgeTopics, Up};
use strum::IntoEnumIterator;

/// A topic with its messages.
struct Channel {
    name: &'static str,
    address: String,
    /// What a fridge does: `send` or `receive`.
    action: &'static str,
    description: &'static str,
    /// Whether the broker retains the last message.
    is_retained: bool,
    messages: Vec<Message>,
}

/// A type of message.
struct Message {
    name: &'static str,
    /// The area whose folder `schemas/v1` contains the schema.
    area: &'static str,
}

/// The types of the messages that fridges send to ingestion on a topic.
fn facts(topic: Up) -> Vec<Message> {
    let names =
        Fact::TYPES.iter().filter(|name| Fact::source(name).is_ok_and(|source| source == Source::Fridge(topic)));
    names.map(|name| Message { name, area: "ingest" }).collect()
}

fn up(topic: Up) -> Channel {
    let renewal = || vec![Message { name: "RenewalRequest", area: "connections" }];
    let (description, messages) = match topic {
        Up::Telemetry => ("Measurements and events of the fridge.", facts(topic)),
        Up::Receipts => ("Receipts of commands.", facts(topic)),
        Up::Renewals => ("Requests for a new certificate.", renewal()),
    };
    let address = FridgeTopics::new("{environment}").up("{id}", topic);
    Channel { name: topic.segment(), address, action: "send", description, is_retained: false, messages }
}

fn down(topic: Down) -> Channel {
    let (description, name, area) = match topic {
        Down::Commands => ("Commands to the fridge.", "Command", "commands"),
        Down::Software => ("The desired software.", "DesiredSoftware", "software"),
        Down::Certificates => ("Renewed certificates.", "IssuedCertificate", "connections"),
    };
    let address = FridgeTopics::new("{environment}").down("{id}", topic);
    let (is_retained, messages) = (topic.is_retained(), vec![Message { name, area }]);
    Channel { name: topic.segment(), address, action: "receive", description, is_retained, messages }
}

fn channels() -> impl Iterator<Item = Channel> {
    Up::iter().map(up).chain(Down::iter().map(down))
}

fn reference(path: &str) -> Value {
    json!({ "$ref": format!("#/{path}") })
}

fn messages(channel: &Channel, reference_of: impl Fn(&Message) -> Value) -> Map<String, Value> {
    channel.messages.iter().map(|message| (message.name.to_owned(), reference_of(message))).collect()
}

fn channel(channel: &Channel) -> Value {
    json!({
        "address": channel.address,
        "description": channel.description,
        "servers": [reference("servers/broker")],
        "parameters": {
            "environment": reference("components/parameters/environment"), "id": reference("components/parameters/id"),
        },
        "messages": messages(channel, |message| reference(&format!("components/messages/{}", message.name))),
    })
}

fn operation(channel: &Channel) -> Value {
    let target = format!("channels/{}", channel.name);
    let of_channel = |message: &Message| reference(&format!("{target}/messages/{}", message.name));
    json!({
        "action": channel.action,
        "channel": reference(&target),
        "summary": channel.description,
        "messages": channel.messages.iter().map(of_channel).collect::<Vec<_>>(),
        "bindings": { "mqtt": { "qos": 1, "retain": channel.is_retained, "bindingVersion": "0.2.0" } },
    })
}

fn message(Message { name, area }: &Message) -> Value {
    json!({
        "name": name, "title": name, "contentType": "application/json",
        "payload": { "$ref": format!("../functions/{area}/schemas/v1/{name}.json") },
    })
}

/// The document. Its operations are those of a fridge.
pub(crate) fn document() -> Value {
    let channels: Vec<_> = channels().collect();
    let by_name = |value: fn(&Channel) -> Value| {
        channels.iter().map(|each| (each.name.to_owned(), value(each))).collect::<Map<_, _>>()
    };
    let messages = channels.iter().flat_map(|channel| messages(channel, message)).collect::<Map<_, _>>();
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Larder for fridges",
            "version": "1",
            "description": "The messages between a fridge and the broker. The operations are those of the fridge: it sends and \
                            receives. docs/device-protocol.md describes the connection and the rules.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "broker": {
                "host": "{endpoint}:8883",
                "protocol": "secure-mqtt",
                "protocolVersion": "5",
                "variables": {
                    "endpoint": { "description": "The endpoint iot:Data-ATS of the AWS account." },
                },
                "security": [reference("components/securitySchemes/certificate")],
                "bindings": {
                    "mqtt": {
                        "cleanSession": false, "keepAlive": 30, "sessionExpiryInterval": 3600,
                        "bindingVersion": "0.2.0",
                    },
                },
            },
        },
        "channels": by_name(channel),
        "operations": by_name(operation),
        "components": {
            "messages": messages,
            "parameters": {
                "environment": { "description": "The environment, such as prod." },
                "id": { "description": "The client id: the id of the fridge's location in its stored spelling." },
            },
            "securitySchemes": {
                "certificate": { "type": "X509", "description": "The client certificate of the fridge." },
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The references in a value.
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn each_reference_leads_to_a_part_of_the_document_or_to_a_schema() {
        let document = document();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 30, "{found:?}");
        for reference in found {
            match reference.strip_prefix('#') {
                Some(pointer) => assert!(document.pointer(pointer).is_some(), "{reference}"),
                // The document is in `docs`.
                None => assert!(Path::new("../../../docs").join(&reference).is_file(), "{reference}"),
            }
        }
    }

    #[test]
    fn each_topic_of_fridges_is_a_channel() {
        let document = document();
        let address = |name: &str| document["channels"][name]["address"].as_str().map(str::to_owned);
        for topic in Up::iter() {
            let expected = format!("larder/{{environment}}/fridges/{{id}}/up/{topic}");
            assert_eq!(address(topic.segment()), Some(expected));
            assert_eq!(document["operations"][topic.segment()]["action"], "send");
        }
        for topic in Down::iter() {
            let expected = format!("larder/{{environment}}/fridges/{{id}}/down/{topic}");
            assert_eq!(address(topic.segment()), Some(expected));
            assert_eq!(document["operations"][topic.segment()]["action"], "receive");
        }
    }

    #[test]
    fn each_message_that_fridges_send_to_ingestion_is_on_its_topic() {
        let document = document();
        for name in Fact::TYPES {
            for topic in Up::iter() {
                let is_listed = document["channels"][topic.segment()]["messages"].get(name).is_some();
                assert_eq!(is_listed, Fact::source(name).unwrap() == Source::Fridge(topic), "{name} on {topic}");
            }
        }
    }

    #[test]
    fn only_the_desired_software_is_retained() {
        let document = document();
        let operations = document["operations"].as_object().unwrap();
        let retained = operations.iter().filter(|(_, each)| each["bindings"]["mqtt"]["retain"] == true);
        assert_eq!(retained.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["software"]);
    }
}
