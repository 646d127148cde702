//! GraphQL query `pars`: the stored pars of given stockings, which an upload is compared with.

use crate::{
    response::{self, ParsResponse},
    store::{ParStore, Stored},
};
use jit::model::StockingId;
use serde::Deserialize;
use shared::{
    Error, FieldError, Page, Result,
    error::all_valid,
    page::{self, MAX_PAGE_BYTES},
};
use std::collections::BTreeMap;

/// Maximum number of stockings per call.
const MAX_STOCKINGS: usize = 500;
/// Stockings per read.
const CHUNK_SIZE: usize = 100;

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
    let mut full = FullPage::default();
    while offset < ids.len() && !full.is_full {
        let chunk: Vec<&StockingId> = ids.iter().skip(offset).take(CHUNK_SIZE).collect();
        let stored = store.get_all(chunk.iter().copied()).await?;
        offset += full.add(&chunk, stored);
    }
    let next_token = if offset < ids.len() { Some(page::encode_token(&offset)?) } else { None };
    Ok(Page { items: full.items, next_token })
}

/// The items of a page until it is full.
#[derive(Default)]
struct FullPage {
    items: Vec<ParsResponse>,
    bytes: usize,
    is_full: bool,
}

impl FullPage {
    /// Adds the stored pars of `ids`, in their order, until the page is full. It has those of one stocking in any case.
    /// Returns the number of ids that it covers.
    fn add(&mut self, ids: &[&StockingId], mut stored: BTreeMap<StockingId, Stored>) -> usize {
        for (covered, id) in ids.iter().enumerate() {
            let Some(Stored { pars, .. }) = stored.remove(*id) else { continue };
            let bytes = response::estimated_bytes(&pars);
            if !self.items.is_empty() && self.bytes + bytes > MAX_PAGE_BYTES {
                self.is_full = true;
                return covered;
            }
            self.bytes += bytes;
            self.items.push(pars.into());
        }
        ids.len()
    }
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
    use crate::model::{Par, Pars};
    use rust_decimal::dec;

    fn stored(id: &StockingId, items: usize) -> (StockingId, Stored) {
        let par = Par { par: 100, over_capacity_amount: dec!(2.5), priority_boost: false };
        let items = (0..items).map(|item| (format!("Harvest Salad With Chicken {item:03}"), par.clone())).collect();
        let pars = Pars { stocking_id: id.clone(), delivery_date: id.drop_off_date, jit: true, items };
        (id.clone(), Stored { pars, version: 1, updated_at: "2026-11-21T10:00:00Z".parse().unwrap() })
    }

    #[test]
    fn a_page_is_smaller_than_1_mb_and_the_next_one_continues() {
        let ids: Vec<StockingId> = (10..90).map(|number| format!("2026-11-23#F_{number}#1").parse().unwrap()).collect();
        let ids: Vec<&StockingId> = ids.iter().collect();
        let all: BTreeMap<_, _> = ids.iter().skip(1).map(|id| stored(id, 500)).collect();
        let mut page = FullPage::default();
        let covered = page.add(&ids, all.clone());
        let bytes = serde_json::to_string(&page.items).unwrap().len();
        assert!(page.is_full && (700_000..=MAX_PAGE_BYTES).contains(&bytes), "{bytes}");
        // The first stocking has no pars.
        assert_eq!(covered, page.items.len() + 1);
        let mut next = FullPage::default();
        next.add(ids.get(covered..).unwrap(), all);
        let first = next.items.first().map(|pars| serde_json::to_value(pars).unwrap()["stockingId"].clone());
        assert_eq!(first, Some(serde_json::to_value(ids[covered]).unwrap()));
    }

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
