//! Publishes messages to fridges through the broker.

use crate::{
    Environment, Error, FromEnvironment, Result,
    aws_error::failure,
    fridge_topics::{Down, FridgeTopics},
};
use aws_sdk_iotdataplane::{Client, primitives::Blob};
use std::time::Duration;

/// The quality of service: the broker delivers a message at least once.
const AT_LEAST_ONCE: i32 = 1;

/// Publishes messages to the fridges of the environment.
#[derive(Clone, Debug)]
pub struct FridgePublisher {
    client: Client,
    topics: FridgeTopics,
}

impl FromEnvironment for FridgePublisher {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let topics = FridgeTopics::new(&environment.variable("LARDER_ENVIRONMENT")?);
        Ok(Self { client: Client::new(environment.sdk()), topics })
    }
}

impl FridgePublisher {
    /// Publishes a message to the fridge with this location id, in the stored spelling, with quality of service 1. The
    /// broker accepts the message also if the fridge is not connected: it keeps the message for the fridge's session until
    /// `expiry`, rounded up to seconds. A retained message stays the topic's last one until another message replaces it.
    ///
    /// The function declares `Down::publishes` for the topic.
    ///
    /// # Errors
    /// A retryable error if the broker is unavailable. A payload may have 128 KiB.
    pub async fn publish(
        &self,
        fridge: &str,
        topic: Down,
        payload: Vec<u8>,
        expiry: Option<Duration>,
        retain: bool,
    ) -> Result<()> {
        let seconds = expiry.map(|expiry| expiry.as_secs() + u64::from(expiry.subsec_nanos() > 0));
        let seconds = seconds.map(i64::try_from).transpose().map_err(Error::internal)?;
        let message = self.client.publish().topic(self.topics.down(fridge, topic)).qos(AT_LEAST_ONCE).retain(retain);
        let message = message.set_message_expiry(seconds).payload(Blob::new(payload));
        message.send().await.map(drop).map_err(failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signed_http::testing::{environment, respond};
    use rstest::rstest;
    use tokio::net::TcpListener;

    #[rstest]
    #[case::a_command(
        Down::Commands,
        Some(Duration::from_millis(1500)),
        false,
        "/topics/larder%2Fdev%2Ffridges%2FCHI_0001%2Fdown%2Fcommands?qos=1&retain=false&messageExpiry=2"
    )]
    #[case::the_desired_software(
        Down::Software,
        None,
        true,
        "/topics/larder%2Fdev%2Ffridges%2FCHI_0001%2Fdown%2Fsoftware?qos=1&retain=true"
    )]
    #[tokio::test]
    async fn publishes_with_quality_of_service_1(
        #[case] topic: Down,
        #[case] expiry: Option<Duration>,
        #[case] retain: bool,
        #[case] path: &str,
    ) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let publisher = FridgePublisher::from_environment(&environment(&listener)).unwrap();
        let (published, request) = tokio::join!(
            publisher.publish("CHI_0001", topic, b"{\"a\":1}".to_vec(), expiry, retain),
            respond(&listener, "200 OK", "{}")
        );
        published.unwrap();
        assert!(request.starts_with(&format!("POST {path} HTTP/1.1\r\n")), "{request}");
        assert!(request.contains("/us-east-1/iotdata/aws4_request"), "{request}");
        assert!(request.ends_with("\r\n\r\n{\"a\":1}"), "{request}");
    }

    #[tokio::test]
    async fn a_rejected_message_is_an_error() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let publisher = FridgePublisher::from_environment(&environment(&listener)).unwrap();
        let (published, _) = tokio::join!(
            publisher.publish("CHI_0001", Down::Commands, Vec::new(), None, false),
            respond(&listener, "413 Content Too Large", "{}")
        );
        assert!(matches!(published, Err(Error::Unavailable { retryable: false, .. })), "{published:?}");
    }
}
