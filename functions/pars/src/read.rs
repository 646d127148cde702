//! What is stored of the pars of some stockings: for who is about to replace them.

use crate::{store::ParStore, told::ToldPars};
use jit::model::StockingId;
use serde::Deserialize;
use shared::{Error, FieldError, Page, Result, error::all_valid, page};

/// Stockings of one call.
const MOST: usize = 500;
/// Stockings that are looked up at once.
const AT_ONCE: usize = 100;
/// Items on a page, beyond those of the last stockings that were looked up: with their names, 3 MB at most.
const ITEMS: usize = 5000;

/// Arguments of `pars`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ParsArguments {
    stocking_ids: Vec<String>,
    #[serde(default)]
    next_token: Option<String>,
}

/// The pars of those of the stockings that have any, by the stockings' names.
///
/// # Errors
/// [`Error::Invalid`] where too many or none are asked for, one is no stocking's name, or the token is not one that this
/// list gave out.
pub async fn pars(store: &ParStore, arguments: ParsArguments) -> Result<Page<ToldPars>> {
    let ids = stockings(&arguments.stocking_ids)?;
    let mut place: usize = arguments.next_token.as_deref().map(page::decode_token).transpose()?.unwrap_or_default();
    if arguments.next_token.is_some() && !(1..ids.len()).contains(&place) {
        return Err(page::unknown_token());
    }
    let (mut items, mut lines) = (Vec::new(), 0);
    while place < ids.len() && lines < ITEMS {
        let stored = store.get_all(ids.iter().skip(place).take(AT_ONCE)).await?;
        place += AT_ONCE;
        lines += stored.values().map(|stored| stored.pars.items.len()).sum::<usize>();
        items.extend(stored.into_values().map(|stored| ToldPars::from(stored.pars)));
    }
    let next_token = if place < ids.len() { Some(page::encode_token(&place)?) } else { None };
    Ok(Page { items, next_token })
}

/// The stockings in the order of their names, each once.
fn stockings(ids: &[String]) -> Result<Vec<StockingId>> {
    if !(1..=MOST).contains(&ids.len()) {
        return Err(Error::invalid("stockingIds", format!("One call answers 1 to {MOST} stockings")));
    }
    let (mut known, mut errors) = (Vec::new(), Vec::new());
    for (position, id) in ids.iter().enumerate() {
        match id.parse::<StockingId>() {
            Ok(id) => known.push(id),
            Err(error) => errors.push(FieldError::new(format!("stockingIds.{position}"), error.to_string())),
        }
    }
    all_valid(errors)?;
    known.sort();
    known.dedup();
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stockings_are_asked_for_by_their_names_each_once() {
        let ids = ["2026-11-23#B#1", "2026-11-23#A#1", "2026-11-23#B#1"].map(String::from);
        let names: Vec<_> = stockings(&ids).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(names, ["2026-11-23#A#1", "2026-11-23#B#1"]);
        assert!(stockings(&[]).is_err() && stockings(&vec![ids[0].clone(); MOST + 1]).is_err());
        let wrong = stockings(&[ids[0].clone(), "A".into()]).unwrap_err();
        assert_eq!(wrong.fields()[0].field, "stockingIds.1");
    }
}
