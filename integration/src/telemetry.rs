//! Telemetry of fridges and upstream systems, as the forwarder of the broker's messages and the upstream systems send it.

use crate::{Aws, must};
use aws_sdk_sqs::types::{MessageAttributeValue, SendMessageBatchRequestEntry};
use connections::identity::{model::CertificateId, store::IdentityStore};
use ingest::message::{Fact, Source};
use locations::model::LocationId;
use serde_json::{Value, json};
use shared::Instant;
use std::collections::{BTreeMap, BTreeSet};

/// The certificate of the fridges that tests create: the SHA-256 of `test`.
const TEST_CERTIFICATE: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

impl Aws {
    /// Sends telemetry to the queue of each message's type, in calls of ten. A fridge without a valid certificate gets
    /// one. Messages of one queue keep their order.
    pub async fn send_telemetry(&self, messages: &[Value]) {
        self.send_telemetry_after(messages, 0).await;
    }

    /// Sends telemetry that the queues deliver after `seconds`.
    pub async fn send_telemetry_after(&self, messages: &[Value], seconds: i32) {
        let (upstream, of_fridges): (Vec<&Value>, Vec<&Value>) =
            messages.iter().partition(|message| is_upstream(message));
        let senders = self.senders(of_fridges.iter().map(|message| location(message)).collect()).await;
        let of_fridges: Vec<_> = of_fridges
            .into_iter()
            .map(|message| {
                let mut sender = must("sender", senders.get(location(message)).cloned().ok_or(location(message)));
                if message["type"] == "CommandAcknowledgement" {
                    sender["topic"] = json!("receipts");
                }
                (message.to_string(), location(message).to_owned(), Some(sender))
            })
            .collect();
        self.send_groups("telemetry", &of_fridges, seconds).await;
        let upstream: Vec<_> =
            upstream.into_iter().map(|message| (message.to_string(), location(message).to_owned(), None)).collect();
        self.send_groups("upstream", &upstream, seconds).await;
    }

    /// The attribute `sender` of a message that the fridge publishes now. A fridge without a valid certificate gets one.
    pub async fn sender(&self, fridge: &str) -> Value {
        must("sender", self.senders([fridge].into()).await.remove(fridge).ok_or(fridge))
    }

    /// Sends bodies to the telemetry queue with this attribute `sender`.
    pub async fn send_from(&self, sender: &Value, bodies: &[String]) {
        let group = sender["fridge"].as_str().unwrap_or("none");
        let messages: Vec<_> =
            bodies.iter().map(|body| (body.clone(), group.to_owned(), Some(sender.clone()))).collect();
        self.send_groups("telemetry", &messages, 0).await;
    }

    /// The attributes of the fridges' messages, by fridge.
    async fn senders(&self, fridges: BTreeSet<&str>) -> BTreeMap<String, Value> {
        if fridges.is_empty() {
            return BTreeMap::new();
        }
        let store: IdentityStore = self.store(&[("FRIDGE_IDENTITIES_TABLE", "FridgeIdentities")]);
        let ids: BTreeSet<LocationId> = fridges.iter().map(|fridge| must("fridge", fridge.parse())).collect();
        let now = Instant::now();
        let mut valid = must("certificates", store.valid_certificates(ids.clone(), now).await);
        valid.retain(|_, certificates| !certificates.is_empty());
        let test: CertificateId = must("certificate", TEST_CERTIFICATE.parse());
        let missing = ids.into_iter().filter(|id| !valid.contains_key(id)).map(|id| (id, test.clone()));
        let missing: Vec<_> = missing.collect();
        must("certificates", store.store_seeded(&missing, now).await);
        valid.extend(missing.into_iter().map(|(id, certificate)| (id, [certificate].into())));
        let sender = |(id, certificates): (LocationId, BTreeSet<CertificateId>)| {
            let sender = json!({
                "fridge": id, "certificate": certificates.first(), "topic": "telemetry", "receivedAt": now,
            });
            (id.to_string(), sender)
        };
        valid.into_iter().map(sender).collect()
    }

    /// Sends bodies with their message groups and attributes `sender`, in calls of ten.
    async fn send_groups(&self, queue: &str, messages: &[(String, String, Option<Value>)], delay: i32) {
        for call in messages.chunks(10) {
            let entry = |(position, (body, group, sender)): (usize, &(String, String, Option<Value>))| {
                let mut entry = SendMessageBatchRequestEntry::builder()
                    .id(position.to_string())
                    .message_group_id(group)
                    .message_body(body)
                    .delay_seconds(delay);
                if let Some(sender) = sender {
                    let text = MessageAttributeValue::builder().data_type("String").string_value(sender.to_string());
                    entry = entry.message_attributes("sender", must("sender", text.build()));
                }
                must(queue, entry.build())
            };
            let entries = call.iter().enumerate().map(entry).collect();
            let send = self.sqs().send_message_batch().queue_url(self.queue(queue)).set_entries(Some(entries));
            assert_eq!(must(queue, send.send().await).failed.len(), 0, "{queue} rejected messages");
        }
    }
}

fn is_upstream(message: &Value) -> bool {
    message["type"].as_str().is_some_and(|kind| matches!(Fact::source(kind), Ok(Source::Upstream)))
}

fn location(message: &Value) -> &str {
    must("locationId", message["locationId"].as_str().ok_or(message))
}
