//! Lists the commands to a fridge.

use crate::{
    model::{QueueMessage, Resource},
    store::CommandStore,
};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Error, Page, Request, Result};

/// Maximum and default number of messages on a page (`docs/requirements/health.md`, CMD-6).
const MAX_MESSAGES: usize = 1000;
/// The only supported version of messages.
const SUPPORTED_VERSION: i64 = 1;

/// Arguments of `readQueueMessages`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadQueueMessagesArguments {
    id: String,
    count: Option<i64>,
    version: Option<i64>,
    next_token: Option<String>,
}

/// The commands to a fridge, newest first, with their current states.
///
/// # Errors
/// [`Error::Invalid`] if an argument is invalid.
pub async fn read_queue_messages(
    commands: &CommandStore,
    Request { now, input, .. }: Request<ReadQueueMessagesArguments>,
) -> Result<Page<QueueMessage>> {
    let (location, resource) = parse_queue_id(&input.id)?;
    let count = validate_count(input.count, input.version)?;
    let page = commands.list(&location, resource, count, input.next_token.as_deref()).await?;
    let items = page.items.into_iter().map(|command| command.at(now)).collect();
    Ok(Page { items, next_token: page.next_token })
}

/// Parses an id of the form `location` or `location#queue`. A fridge has one queue per resource.
fn parse_queue_id(id: &str) -> Result<(LocationId, Option<Resource>)> {
    let (location, resource) = match id.split_once('#') {
        Some((location, resource)) => (location, Some(resource)),
        None => (id, None),
    };
    let location = location.parse().map_err(|message: String| Error::invalid("id", message))?;
    let resource = resource.map(str::parse).transpose();
    Ok((location, resource.map_err(|_| Error::invalid("id", "There is no queue with this name"))?))
}

fn validate_count(count: Option<i64>, version: Option<i64>) -> Result<usize> {
    if let Some(other) = version.filter(|version| *version != SUPPORTED_VERSION) {
        return Err(Error::invalid("version", format!("version {other} of queue messages is not supported")));
    }
    let count = count.map_or(Some(MAX_MESSAGES), |count| usize::try_from(count).ok());
    count.filter(|count| (1..=MAX_MESSAGES).contains(count)).ok_or_else(|| {
        Error::invalid("count", format!("count should be a number in the range of 1 to {MAX_MESSAGES}!"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::all_queues_of_a_fridge("FRIDGE_1", None)]
    #[case::one_queue("FRIDGE_1#SafetyHold", Some(Resource::SafetyHold))]
    fn parses_the_id_of_a_fridge_or_of_one_of_its_queues(#[case] id: &str, #[case] expected: Option<Resource>) {
        let (location, resource) = parse_queue_id(id).unwrap();
        assert_eq!(location.as_str(), "FRIDGE_1");
        assert_eq!(resource, expected);
    }

    #[rstest]
    #[case::an_unknown_queue("FRIDGE_1#Weather")]
    #[case::two_queues("FRIDGE_1#SafetyHold#OutOfOrder")]
    #[case::an_empty_location("#SafetyHold")]
    #[case::an_invalid_location("FRIDGE 1")]
    fn rejects_an_invalid_queue_id(#[case] id: &str) {
        assert!(matches!(parse_queue_id(id), Err(Error::Invalid(_))));
    }

    #[rstest]
    #[case::no_count(None, None, Some(1000))]
    #[case::the_minimum(Some(1), Some(1), Some(1))]
    #[case::the_maximum(Some(1000), None, Some(1000))]
    #[case::zero(Some(0), None, None)]
    #[case::too_many(Some(1001), None, None)]
    #[case::an_unsupported_version(None, Some(2), None)]
    fn limits_the_count_to_1_to_1000(
        #[case] requested: Option<i64>,
        #[case] version: Option<i64>,
        #[case] expected: Option<usize>,
    ) {
        assert_eq!(validate_count(requested, version).ok(), expected);
    }
}
