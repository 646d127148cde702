//! A topic of SNS: publishes messages to one target and manages the subscriptions of targets.
//!
//! Each subscription has a filter policy with one target id, and each message has the target id as an attribute. The
//! functions therefore decide who receives a message; SNS only delivers it. The requests use the Query protocol of SNS.

use crate::{
    Environment, Error, Result,
    signed_http::{Response, SignedHttp},
};
use aws_smithy_query::QueryWriter;
use aws_smithy_xml::decode::{Document, try_data};
use serde_json::json;
use std::time::Duration;

/// The version of the API.
const VERSION: &str = "2010-03-31";
/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The attribute of a message that the filter policies match.
const TARGET: &str = "target";
/// The maximum number of pages of subscriptions, of 100 each.
const MAX_PAGES: usize = 10;
/// The maximum length of a subject, in characters. SNS accepts only ASCII.
const MAX_SUBJECT: usize = 99;

/// A topic.
#[derive(Debug)]
pub struct Topic {
    arn: String,
    http: SignedHttp,
}

/// The protocol of a subscription.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Protocol {
    /// Messages by e-mail.
    Email,
    /// Messages to a URL.
    Https,
    /// Messages to a queue.
    Sqs,
}

impl Protocol {
    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Https => "https",
            Self::Sqs => "sqs",
        }
    }
}

/// A subscription of the topic.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Subscription {
    /// The subscription's ARN. `None` until the receiver confirms it.
    pub arn: Option<String>,
    /// The name of the protocol.
    pub protocol: String,
    /// The e-mail address or URL.
    pub endpoint: String,
}

impl Topic {
    /// Opens the topic whose ARN is in `variable`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the variable is not set or not an ARN.
    pub fn from_environment(environment: &Environment, variable: &str) -> Result<Self> {
        let arn = environment.variable(variable)?;
        let region = arn.split(':').nth(3).filter(|region| !region.is_empty());
        let region = region.ok_or_else(|| Error::internal(format!("{variable} is not the ARN of a topic")))?;
        let http = SignedHttp::new(environment, "sns", &format!("https://sns.{region}.amazonaws.com/"))?;
        Ok(Self { arn, http })
    }

    /// Publishes a message to the target. Characters of the subject that SNS does not accept are left out.
    ///
    /// # Errors
    /// A retryable error if SNS cannot be reached or rejects the message.
    pub async fn publish(&self, target: &str, subject: &str, message: &str) -> Result<()> {
        let subject: String = subject
            .chars()
            .filter(|letter| letter.is_ascii() && !letter.is_ascii_control())
            .take(MAX_SUBJECT)
            .collect();
        let parameters = [
            ("TopicArn", self.arn.as_str()),
            ("Subject", &subject),
            ("Message", message),
            ("MessageAttributes.entry.1.Name", TARGET),
            ("MessageAttributes.entry.1.Value.DataType", "String"),
            ("MessageAttributes.entry.1.Value.StringValue", target),
        ];
        self.call("Publish", &parameters).await.map(drop)
    }

    /// Subscribes an endpoint to the messages to the target. SNS asks the receiver to confirm. A repeated call asks
    /// again, unless the receiver confirmed.
    ///
    /// # Errors
    /// As [`Topic::publish`].
    pub async fn subscribe(&self, protocol: Protocol, endpoint: &str, target: &str) -> Result<()> {
        let filter = json!({ TARGET: [target] }).to_string();
        let parameters = [
            ("TopicArn", self.arn.as_str()),
            ("Protocol", protocol.name()),
            ("Endpoint", endpoint),
            ("Attributes.entry.1.key", "FilterPolicy"),
            ("Attributes.entry.1.value", &filter),
        ];
        self.call("Subscribe", &parameters).await.map(drop)
    }

    /// Ends a subscription.
    ///
    /// # Errors
    /// As [`Topic::publish`].
    pub async fn unsubscribe(&self, arn: &str) -> Result<()> {
        self.call("Unsubscribe", &[("SubscriptionArn", arn)]).await.map(drop)
    }

    /// All subscriptions of the topic.
    ///
    /// # Errors
    /// As [`Topic::publish`].
    pub async fn subscriptions(&self) -> Result<Vec<Subscription>> {
        let mut all = Vec::new();
        let mut next: Option<String> = None;
        for _ in 0..MAX_PAGES {
            let topic = ("TopicArn", self.arn.as_str());
            let parameters: Vec<_> =
                [topic].into_iter().chain(next.as_deref().map(|token| ("NextToken", token))).collect();
            let response = self.call("ListSubscriptionsByTopic", &parameters).await?;
            let (subscriptions, token) = read_subscriptions(&response)?;
            all.extend(subscriptions);
            match token {
                Some(token) => next = Some(token),
                None => return Ok(all),
            }
        }
        Err(Error::internal("the topic has too many subscriptions"))
    }

    async fn call(&self, action: &str, parameters: &[(&str, &str)]) -> Result<String> {
        let mut body = String::new();
        let mut writer = QueryWriter::new(&mut body, action, VERSION);
        for (name, value) in parameters {
            writer.prefix(name).string(value);
        }
        writer.finish();
        let response = self.http.post("application/x-www-form-urlencoded", body, TIMEOUT).await;
        let Response { status, body } = response.map_err(|cause| Error::retryable(format!("SNS {action}: {cause}")))?;
        let text = String::from_utf8_lossy(&body).into_owned();
        if status == 200 { Ok(text) } else { Err(Error::retryable(format!("SNS {action}: status {status}: {text}"))) }
    }
}

/// The subscriptions of a page, and the token of the next page.
fn read_subscriptions(xml: &str) -> Result<(Vec<Subscription>, Option<String>)> {
    let mut document = Document::new(xml);
    let (mut subscriptions, mut next): (Vec<Subscription>, _) = (Vec::new(), None);
    while let Some(element) = document.next_start_element() {
        let name = element.local().to_owned();
        if name == "member" {
            subscriptions.push(Subscription::default());
        }
        if !["SubscriptionArn", "Protocol", "Endpoint", "NextToken"].contains(&name.as_str()) {
            continue;
        }
        let mut content = document.scoped_to(element);
        let text = try_data(&mut content).map_err(Error::internal)?.into_owned();
        match (name.as_str(), subscriptions.last_mut()) {
            ("NextToken", _) => next = Some(text).filter(|token| !token.is_empty()),
            ("SubscriptionArn", Some(last)) => last.arn = Some(text).filter(|arn| arn.starts_with("arn:")),
            ("Protocol", Some(last)) => last.protocol = text,
            ("Endpoint", Some(last)) => last.endpoint = text,
            _ => {}
        }
    }
    Ok((subscriptions, next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signed_http::testing::{environment, respond};
    use tokio::net::TcpListener;

    fn topic(listener: &TcpListener) -> Topic {
        Topic::from_environment(&environment(listener), "TOPIC").unwrap()
    }

    #[tokio::test]
    async fn publishes_a_signed_message_with_the_target_as_an_attribute() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let topic = topic(&listener);
        let subject = format!("Fridge°\n{}", "x".repeat(200));
        let (published, request) =
            tokio::join!(topic.publish("t1", &subject, "Too warm: 44 °F"), respond(&listener, "200 OK", "<a/>"));
        published.unwrap();
        let head = request.to_lowercase();
        assert!(head.contains("\nhost: sns.us-east-1.amazonaws.com\r"), "{head}");
        assert!(head.contains("/us-east-1/sns/aws4_request"), "{head}");
        let body = request.split_once("\r\n\r\n").unwrap().1;
        for part in [
            "Action=Publish&Version=2010-03-31",
            "&TopicArn=arn%3Aaws%3Asns%3Aus-east-1%3A000000000000%3Aalerts",
            &format!("&Subject=Fridge{}&", "x".repeat(MAX_SUBJECT - 6)),
            "&Message=Too%20warm%3A%2044%20%C2%B0F",
            "&MessageAttributes.entry.1.Name=target",
            "&MessageAttributes.entry.1.Value.StringValue=t1",
        ] {
            assert!(body.contains(part), "{part} is not in {body}");
        }
    }

    #[tokio::test]
    async fn a_rejected_message_is_an_error_that_can_be_retried() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let topic = topic(&listener);
        let (published, _) = tokio::join!(
            topic.publish("t1", "Subject", "Text"),
            respond(&listener, "503 Service Unavailable", "<Error/>")
        );
        let error = published.unwrap_err();
        assert!(matches!(error, Error::Unavailable { retryable: true, .. }), "{error:?}");
        assert_eq!(error.cause().as_deref(), Some("SNS Publish: status 503: <Error/>"));
    }

    #[test]
    fn a_subscription_has_an_arn_once_it_is_confirmed() {
        let xml = "<ListSubscriptionsByTopicResponse xmlns=\"http://sns.amazonaws.com/doc/2010-03-31/\">
            <ListSubscriptionsByTopicResult><NextToken>abc</NextToken><Subscriptions>
            <member><Owner>1</Owner><Endpoint>ann@example.com</Endpoint><Protocol>email</Protocol>
            <SubscriptionArn>arn:aws:sns:us-east-1:1:alerts:2</SubscriptionArn></member>
            <member><SubscriptionArn>PendingConfirmation</SubscriptionArn><Protocol>https</Protocol>
            <Endpoint>https://example.com/a?b=1&amp;c=2</Endpoint></member>
            </Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>";
        let (subscriptions, next) = read_subscriptions(xml).unwrap();
        let subscription = |arn: Option<&str>, protocol: &str, endpoint: &str| Subscription {
            arn: arn.map(Into::into),
            protocol: protocol.into(),
            endpoint: endpoint.into(),
        };
        let expected = [
            subscription(Some("arn:aws:sns:us-east-1:1:alerts:2"), "email", "ann@example.com"),
            subscription(None, "https", "https://example.com/a?b=1&c=2"),
        ];
        assert_eq!((subscriptions, next.as_deref()), (expected.to_vec(), Some("abc")));
    }

    #[test]
    fn a_page_without_subscriptions_is_empty_and_the_last() {
        let (subscriptions, next) = read_subscriptions("<R><Subscriptions/><NextToken/></R>").unwrap();
        assert_eq!((subscriptions, next), (Vec::new(), None));
    }
}
