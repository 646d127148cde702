//! Notifications of alerts: rules, their targets, the notices that are sent through SNS, and snoozes.
//!
//! The transaction that opens or clears an alert marks its notices as due ([`crate::store::NoticeStore`]). A function sends
//! due notices every minute ([`send`]). Pure rules decide who receives a notice ([`crate::rules::notice`]); SNS only
//! delivers it, so a slow receiver delays nothing here.

pub mod log;
pub mod send;
pub mod snooze;
pub mod subscriptions;
mod targets;

use shared::{Environment, FromEnvironment, Result, topic::Topic};

/// The topic of notifications.
#[derive(Debug)]
pub struct Notifications {
    pub(crate) topic: Topic,
    /// The address of the web app, without a slash at the end.
    pub(crate) web_url: String,
}

impl FromEnvironment for Notifications {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let topic = Topic::from_environment(environment, "ALERT_NOTIFICATIONS_TOPIC_ARN")?;
        Ok(Self { topic, web_url: environment.variable("WEB_URL")?.trim_end_matches('/').to_owned() })
    }
}
