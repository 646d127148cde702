//! The MQTT topics of fridges. `docs/device-protocol.md` lists them.
//!
//! A fridge publishes below `larder/<environment>/fridges/<id>/up` and subscribes below
//! `larder/<environment>/fridges/<id>/down`. The policy in `infra/fridges.yaml` allows nothing else.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, IntoStaticStr};

/// A topic that a fridge publishes on.
#[derive(
    Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, IntoStaticStr, Ord, PartialEq, PartialOrd, Serialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Up {
    /// The fridge's measurements and events.
    Telemetry,
    /// The receipts of commands.
    Receipts,
    /// The requests for a new certificate.
    Renewals,
}

/// A topic that a fridge subscribes to.
#[derive(
    Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, IntoStaticStr, Ord, PartialEq, PartialOrd, Serialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Down {
    /// The commands to the fridge.
    Commands,
    /// The desired software, as a retained message.
    Software,
    /// The renewed certificates.
    Certificates,
}

impl Up {
    /// The last segment of the topic.
    pub fn segment(self) -> &'static str {
        self.into()
    }
}

impl Down {
    /// The last segment of the topic.
    pub fn segment(self) -> &'static str {
        self.into()
    }

    /// Whether the broker retains the messages of the topic, so that a fridge receives the last one when it subscribes.
    pub const fn is_retained(self) -> bool {
        matches!(self, Self::Software)
    }
}

/// The topics of the fridges of one environment.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FridgeTopics {
    environment: String,
}

impl FridgeTopics {
    /// The topics in `environment`, such as `dev`.
    pub fn new(environment: &str) -> Self {
        Self { environment: environment.into() }
    }

    /// The topic that the fridge with this location id publishes on. Topics distinguish upper and lower case, so the id
    /// has the stored spelling. `+` as the id matches all fridges.
    pub fn up(&self, fridge: &str, topic: Up) -> String {
        format!("larder/{}/fridges/{fridge}/up/{}", self.environment, topic.segment())
    }

    /// The topic that the fridge with this location id subscribes to. The id has the stored spelling.
    pub fn down(&self, fridge: &str, topic: Down) -> String {
        format!("larder/{}/fridges/{fridge}/down/{}", self.environment, topic.segment())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;
    use strum::IntoEnumIterator;

    #[rstest]
    #[case(Up::Telemetry, "larder/dev/fridges/CHI_0001/up/telemetry")]
    #[case(Up::Receipts, "larder/dev/fridges/CHI_0001/up/receipts")]
    #[case(Up::Renewals, "larder/dev/fridges/CHI_0001/up/renewals")]
    fn a_fridge_publishes_below_up(#[case] topic: Up, #[case] expected: &str) {
        assert_eq!(FridgeTopics::new("dev").up("CHI_0001", topic), expected);
    }

    #[rstest]
    #[case(Down::Commands, "larder/dev/fridges/CHI_0001/down/commands")]
    #[case(Down::Software, "larder/dev/fridges/CHI_0001/down/software")]
    #[case(Down::Certificates, "larder/dev/fridges/CHI_0001/down/certificates")]
    fn a_fridge_subscribes_below_down(#[case] topic: Down, #[case] expected: &str) {
        assert_eq!(FridgeTopics::new("dev").down("CHI_0001", topic), expected);
    }

    #[test]
    fn a_topic_is_serialized_as_its_segment() {
        for topic in Up::iter() {
            assert_eq!(json!(topic), topic.segment());
        }
        for topic in Down::iter() {
            assert_eq!(json!(topic), topic.segment());
        }
    }
}
