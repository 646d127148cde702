//! Publishes the open commands and the desired software of a fridge again when it subscribes: the broker may have lost
//! its session. The event of the connection is too early, because the fridge would not receive the messages yet.

use crate::publish::{PUBLISH_LIMIT, SoftwarePublisher};
use commands::deliver::CommandDelivery;
use locations::model::LocationId;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{Environment, Error, FromEnvironment, Instant, Result, fridge_topics::Down};
use std::slice;

/// The dependencies of publishing again.
#[derive(Debug)]
pub struct ResendDependencies {
    commands: CommandDelivery,
    software: SoftwarePublisher,
}

impl FromEnvironment for ResendDependencies {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (commands, software) = FromEnvironment::from_environment(environment)?;
        Ok(Self { commands, software })
    }
}

/// The broker's event of a subscription.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    client_id: String,
    topics: Vec<String>,
}

impl Subscription {
    /// Whether the client subscribed to this topic of its fridge.
    fn contains(&self, topic: Down) -> bool {
        self.topics.iter().any(|filter| is_own_topic(filter, &self.client_id, topic))
    }
}

/// Whether a topic filter matches this topic of the client. The policy of fridges allows no wildcard before the last
/// segment.
fn is_own_topic(filter: &str, client: &str, topic: Down) -> bool {
    let segments: Vec<&str> = filter.split('/').collect();
    match segments.as_slice() {
        ["larder", _, "fridges", fridge, "down", last] => {
            *fridge == client && (["+", "#"].contains(last) || *last == topic.segment())
        }
        _ => false,
    }
}

/// Publishes the open commands, oldest first, if the fridge subscribed to its commands, and the desired software if it
/// subscribed to that. Ignores clients that are not fridges. Returns counts for the log.
///
/// # Errors
/// If a table, the bucket or the broker is unavailable. The event is delivered again.
pub async fn resend(dependencies: &ResendDependencies, now: Instant, event: Subscription) -> Result<Value> {
    let Ok(fridge) = event.client_id.parse::<LocationId>() else { return Ok(json!({ "fridges": 0 })) };
    let mut commands = 0;
    if event.contains(Down::Commands) {
        commands = dependencies.commands.publish_open(&fridge, now).await?;
    }
    if event.contains(Down::Software)
        && !dependencies.software.publish(slice::from_ref(&fridge), PUBLISH_LIMIT).await.is_empty()
    {
        return Err(Error::retryable(format!("the desired software of {fridge} was not published")));
    }
    Ok(json!({ "fridges": 1, "commands": commands }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{connected, software_path};
    use rstest::rstest;

    #[rstest]
    #[case::commands("larder/dev/fridges/CHI_0001/down/commands", true, false)]
    #[case::software("larder/dev/fridges/CHI_0001/down/software", false, true)]
    #[case::certificates("larder/dev/fridges/CHI_0001/down/certificates", false, false)]
    #[case::every_topic("larder/dev/fridges/CHI_0001/down/#", true, true)]
    #[case::every_topic_of_the_level("larder/dev/fridges/CHI_0001/down/+", true, true)]
    #[case::another_fridge("larder/dev/fridges/CHI_0002/down/commands", false, false)]
    #[case::provisioning("$aws/provisioning-templates/larder-dev/provision/json/accepted", false, false)]
    #[case::empty("", false, false)]
    fn a_subscription_contains_the_topics_of_its_filters(
        #[case] filter: &str,
        #[case] commands: bool,
        #[case] software: bool,
    ) {
        let event = Subscription { client_id: "CHI_0001".into(), topics: vec![filter.into()] };
        assert_eq!([event.contains(Down::Commands), event.contains(Down::Software)], [commands, software]);
    }

    #[test]
    fn the_event_of_the_broker_is_read() {
        let event = json!({
            "clientId": "CHI_0001", "timestamp": 1_795_255_200_000_u64, "eventType": "subscribed",
            "sessionIdentifier": "00000000-0000-0000-0000-000000000000", "principalIdentifier": "ab",
            "topics": ["larder/dev/fridges/CHI_0001/down/commands", "larder/dev/fridges/CHI_0001/down/software"],
        });
        let event: Subscription = serde_json::from_value(event).unwrap();
        assert!(event.contains(Down::Commands) && event.contains(Down::Software));
    }

    #[tokio::test]
    async fn a_fridge_that_subscribes_gets_its_desired_software() {
        let (dependencies, services) = connected::<ResendDependencies>().await;
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let subscription = |client: &str, topic: &str| {
            let topics = json!([format!("larder/test/fridges/{client}/down/{topic}")]);
            serde_json::from_value(json!({ "clientId": client, "topics": topics })).unwrap()
        };
        resend(&dependencies, now, subscription("CHI_0001", "commands")).await.unwrap();
        assert!(services.published.lock().unwrap().is_empty());
        let counts = resend(&dependencies, now, subscription("CHI_0001", "software")).await.unwrap();
        assert_eq!(counts, json!({ "fridges": 1, "commands": 0 }));
        assert_eq!(services.published.lock().unwrap()[0].0, software_path("CHI_0001"));
        // The broker delivers the event again.
        assert!(resend(&dependencies, now, subscription("BROKEN", "software")).await.is_err());
        // A client that provisions a fridge is not a fridge.
        let counts = resend(&dependencies, now, subscription("claim-1", "software")).await.unwrap();
        assert_eq!(counts, json!({ "fridges": 0 }));
    }
}
