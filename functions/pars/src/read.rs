//! GraphQL query `pars`: the stored pars of given stockings, which an upload is compared with.

use crate::{response::ParsResponse, store::ParStore};
use jit::model::StockingId;
use serde::Deserialize;
use shared::{Error, FieldError, Page, Result, error::all_valid, page};

/// Maximum number of stockings per call.
const MAX_STOCKINGS: usize = 500;
/// Stockings per read.
const CHUNK_SIZE: usize = 100;
/// Number of items after which a page ends (3 MB at most). The last read can exceed it.
const PAGE_ITEMS: usize = 5000;

/// Arguments of `pars`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ParsArguments {
    stocking_ids: Vec<String>,
    #[serde(default)]
    next_token: Option<String>,
}

/// Returns one page of the stored pars of the stockings, ordered by stocking id. Stockings without pars are omitted.
///
/// # Errors
/// [`Error::Invalid`] if the list of stockings is empty or too long, an id is not valid, or the token does not belong
/// to this list.
pub async fn pars(store: &ParStore, arguments: ParsArguments) -> Result<Page<ParsResponse>> {
    let ids = parse_stocking_ids(&arguments.stocking_ids)?;
    let mut offset: usize = arguments.next_token.as_deref().map(page::decode_token).transpose()?.unwrap_or_default();
    if arguments.next_token.is_some() && !(1..ids.len()).contains(&offset) {
        return Err(page::unknown_token());
    }
    let (mut items, mut item_count) = (Vec::new(), 0);
    while offset < ids.len() && item_count < PAGE_ITEMS {
        let stored = store.get_all(ids.iter().skip(offset).take(CHUNK_SIZE)).await?;
        offset += CHUNK_SIZE;
        item_count += stored.values().map(|stored| stored.pars.items.len()).sum::<usize>();
        items.extend(stored.into_values().map(|stored| ParsResponse::from(stored.pars)));
    }
    let next_token = if offset < ids.len() { Some(page::encode_token(&offset)?) } else { None };
    Ok(Page { items, next_token })
}

/// Parses the stocking ids, sorts them and removes duplicates.
fn parse_stocking_ids(ids: &[String]) -> Result<Vec<StockingId>> {
    if !(1..=MAX_STOCKINGS).contains(&ids.len()) {
        return Err(Error::invalid("stockingIds", format!("Request 1 to {MAX_STOCKINGS} stockings at a time")));
    }
    let (mut parsed, mut errors) = (Vec::new(), Vec::new());
    for (position, id) in ids.iter().enumerate() {
        match id.parse::<StockingId>() {
            Ok(id) => parsed.push(id),
            Err(error) => errors.push(FieldError::new(format!("stockingIds.{position}"), error.to_string())),
        }
    }
    all_valid(errors)?;
    parsed.sort();
    parsed.dedup();
    Ok(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_sorts_and_deduplicates_stocking_ids() {
        let ids = ["2026-11-23#B#1", "2026-11-23#A#1", "2026-11-23#B#1"].map(String::from);
        let names: Vec<_> = parse_stocking_ids(&ids).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(names, ["2026-11-23#A#1", "2026-11-23#B#1"]);
        assert!(
            parse_stocking_ids(&[]).is_err() && parse_stocking_ids(&vec![ids[0].clone(); MAX_STOCKINGS + 1]).is_err()
        );
        let error = parse_stocking_ids(&[ids[0].clone(), "A".into()]).unwrap_err();
        assert_eq!(error.fields()[0].field, "stockingIds.1");
    }
}
