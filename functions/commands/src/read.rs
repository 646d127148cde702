//! Reading a fridge's messages.

use crate::{
    model::{QueueMessage, Resource},
    store::CommandStore,
};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Error, Page, Request, Result};

/// The most messages on a page, and how many there are where no count is given (spec, section 7).
const PAGE: usize = 1000;
/// The version of messages that there is.
const VERSION: i64 = 1;

/// Arguments of `readQueueMessages`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadQueueMessagesArguments {
    id: String,
    count: Option<i64>,
    version: Option<i64>,
    next_token: Option<String>,
}

/// The messages to a fridge, newest first, each as it stands now.
///
/// # Errors
/// [`Error::Invalid`] where an argument is none that this list knows.
pub async fn read_queue_messages(
    commands: &CommandStore,
    Request { now, input, .. }: Request<ReadQueueMessagesArguments>,
) -> Result<Page<QueueMessage>> {
    let (location, resource) = queue(&input.id)?;
    let count = count(input.count, input.version)?;
    let page = commands.list(&location, resource, count, input.next_token.as_deref()).await?;
    let items = page.items.into_iter().map(|command| command.at(now)).collect();
    Ok(Page { items, next_token: page.next_token })
}

/// What `location` or `location#queue` names; a fridge has a queue for each resource.
fn queue(id: &str) -> Result<(LocationId, Option<Resource>)> {
    let (location, resource) = match id.split_once('#') {
        Some((location, resource)) => (location, Some(resource)),
        None => (id, None),
    };
    let location = location.parse().map_err(|message: String| Error::invalid("id", message))?;
    let resource = resource.map(str::parse).transpose();
    Ok((location, resource.map_err(|_| Error::invalid("id", "There is no such queue"))?))
}

fn count(count: Option<i64>, version: Option<i64>) -> Result<usize> {
    if let Some(other) = version.filter(|version| *version != VERSION) {
        return Err(Error::invalid("version", format!("version {other} of queue messages is not known")));
    }
    let count = count.map_or(Some(PAGE), |count| usize::try_from(count).ok());
    count
        .filter(|count| (1..=PAGE).contains(count))
        .ok_or_else(|| Error::invalid("count", format!("count should be a number in the range of 1 to {PAGE}!")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::all_of_a_fridge("FRIDGE_1", None)]
    #[case::one_queue("FRIDGE_1#SafetyHold", Some(Resource::SafetyHold))]
    fn an_id_names_a_fridge_or_one_of_its_queues(#[case] id: &str, #[case] expected: Option<Resource>) {
        let (location, resource) = queue(id).unwrap();
        assert_eq!((location.as_str(), resource), ("FRIDGE_1", expected));
    }

    #[rstest]
    #[case::no_such_queue("FRIDGE_1#Weather")]
    #[case::two_queues("FRIDGE_1#SafetyHold#OutOfOrder")]
    #[case::no_location("#SafetyHold")]
    #[case::no_id("FRIDGE 1")]
    fn what_names_no_queue_is_refused(#[case] id: &str) {
        assert!(matches!(queue(id), Err(Error::Invalid(_))));
    }

    #[rstest]
    #[case::none_given(None, None, Some(1000))]
    #[case::the_least(Some(1), Some(1), Some(1))]
    #[case::the_most(Some(1000), None, Some(1000))]
    #[case::nothing(Some(0), None, None)]
    #[case::too_many(Some(1001), None, None)]
    #[case::another_version(None, Some(2), None)]
    fn a_page_has_at_most_a_thousand(
        #[case] asked: Option<i64>,
        #[case] version: Option<i64>,
        #[case] expected: Option<usize>,
    ) {
        assert_eq!(count(asked, version).ok(), expected);
    }
}
