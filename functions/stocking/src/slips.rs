//! The packing slips of a day. Requirements: `docs/requirements/stocking.md`.

use crate::{model::PackingSlip, store::PackingSlipStore};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    Error, Page, Result, page,
    shards::{self, Slice},
    time,
};

/// Arguments of `getPackingSlipsV3`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PackingSlipsArguments {
    filter: PackingSlipFilter,
    #[serde(default)]
    next_token: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PackingSlipFilter {
    drop_off_date: Value,
}

/// A slip as `infra/schema.graphql` defines it.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedSlip {
    location_id: String,
    route: String,
    drop_off_date: NaiveDate,
    unique_id: String,
    create_date: NaiveDate,
    stocking_index: u32,
    #[serde(rename = "type")]
    slip_type: String,
    client_code: String,
    status: String,
}

impl From<PackingSlip> for ListedSlip {
    fn from(slip: PackingSlip) -> Self {
        Self {
            location_id: slip.location_id.to_string(),
            route: slip.route,
            drop_off_date: slip.drop_off_date,
            unique_id: slip.unique_id,
            create_date: slip.create_date,
            stocking_index: slip.stocking_index,
            slip_type: slip.slip_type,
            client_code: slip.client_code,
            status: slip.status,
        }
    }
}

/// The slips of a day, sorted by location and stocking.
///
/// # Errors
/// [`Error::Invalid`] if the date or the token is invalid.
pub async fn get_packing_slips(
    store: &PackingSlipStore,
    PackingSlipsArguments { filter, next_token }: PackingSlipsArguments,
) -> Result<Page<ListedSlip>> {
    let date = parse_day(&filter.drop_off_date)?;
    let after = shards::decode_cursor(next_token.as_deref())?;
    page_of(store.list_after(date, after.as_deref()).await?)
}

/// The slips that fit on a page.
fn page_of(slips: Slice<PackingSlip>) -> Result<Page<ListedSlip>> {
    slips.map(ListedSlip::from).within_a_page(page::row_bytes).into_page()
}

fn parse_day(value: &Value) -> Result<NaiveDate> {
    let day = value.as_str().and_then(time::day);
    day.ok_or_else(|| Error::invalid("filter.dropOffDate", "dropOffDate should be a day in the format YYYY-MM-DD"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn slip(id: &str) -> PackingSlip {
        PackingSlip {
            location_id: id.parse().unwrap(),
            unique_id: "PS-1".into(),
            drop_off_date: "2026-11-23".parse().unwrap(),
            route: "chi_ana".into(),
            stocking_index: 1,
            create_date: "2026-11-22".parse().unwrap(),
            slip_type: "ORDER".into(),
            client_code: "LARDER".into(),
            status: "PACKED".into(),
            tote_count: 4,
            occurred_at: "2026-11-22T20:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn a_slip_is_listed_with_the_schema_fields() {
        let expected = json!({
            "locationId": "A", "route": "chi_ana", "dropOffDate": "2026-11-23", "uniqueId": "PS-1",
            "createDate": "2026-11-22", "stockingIndex": 1, "type": "ORDER", "clientCode": "LARDER",
            "status": "PACKED",
        });
        assert_eq!(serde_json::to_value(ListedSlip::from(slip("A"))).unwrap(), expected);
    }

    #[test]
    fn a_page_is_smaller_than_1_mb_and_the_next_one_continues() {
        let slip = |number: usize| PackingSlip { unique_id: format!("{}{number:04}", "u".repeat(196)), ..slip("A") };
        let items: Vec<_> = (0..7600).map(|number| (format!("A#1#{number:04}"), slip(number))).collect();
        let page = page_of(Slice { items: items.clone(), cursor: None }).unwrap();
        let bytes = serde_json::to_string(&page).unwrap().len();
        assert!((900_000..=page::MAX_PAGE_BYTES).contains(&bytes), "{bytes}");
        let last = shards::decode_cursor(page.next_token.as_deref()).unwrap();
        assert_eq!(last.as_ref(), items.get(page.items.len() - 1).map(|(key, _)| key));
    }

    #[test]
    fn accepts_only_days_in_the_format_yyyy_mm_dd() {
        assert!(parse_day(&json!("2026-11-23")).is_ok());
        for invalid in [json!("2026-11-23Z"), json!("11/23/2026"), json!(""), json!(null), json!(20_261_123)] {
            assert!(matches!(parse_day(&invalid), Err(Error::Invalid(_))), "{invalid}");
        }
    }
}
