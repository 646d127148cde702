//! The packing slips of a day. Source: the spec of fleet operations, sections 3 and 7.

use crate::{
    model::PackingSlip,
    store::{PackingSlipStore, Stretch},
};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{Error, Page, Result, page};

/// The longest place of a slip, in bytes.
const LONGEST: usize = 400;

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

/// A slip as the schema has it.
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

/// The slips of a day, by location and stocking.
///
/// # Errors
/// [`Error::Invalid`] where the date is none, or the token is not one that this list gave out.
pub async fn get_packing_slips(
    store: &PackingSlipStore,
    PackingSlipsArguments { filter, next_token }: PackingSlipsArguments,
) -> Result<Page<ListedSlip>> {
    let date = day(&filter.drop_off_date)?;
    let after = next_token.as_deref().map(page::decode_token::<String>).transpose()?;
    if after.as_ref().is_some_and(|after| after.is_empty() || after.len() > LONGEST) {
        return Err(page::unknown_token());
    }
    let (items, more) = merge(store.after(date, after.as_deref()).await?);
    let next_token = more.as_ref().map(page::encode_token).transpose()?;
    Ok(Page { items: items.into_iter().map(ListedSlip::from).collect(), next_token })
}

/// A day as `YYYY-MM-DD`, and nothing else that a calendar library reads.
fn day(value: &Value) -> Result<NaiveDate> {
    let text = value.as_str().unwrap_or_default();
    let date = text.parse::<NaiveDate>().ok().filter(|date| date.to_string() == text);
    date.ok_or_else(|| Error::invalid("filter.dropOffDate", "dropOffDate should be a day in the format YYYY-MM-DD"))
}

/// The slips of all partitions in the order of their places, as far as all partitions were read; and the last one's
/// place where there are more after it.
fn merge(stretches: Vec<Stretch>) -> (Vec<PackingSlip>, Option<String>) {
    let ends = stretches.iter().filter(|stretch| stretch.more).filter_map(|stretch| Some(&stretch.slips.last()?.0));
    let end = ends.min().cloned();
    let mut slips: Vec<_> = stretches.into_iter().flat_map(|stretch| stretch.slips).collect();
    slips.sort_by(|(one, _), (other, _)| one.cmp(other));
    if let Some(end) = &end {
        slips.truncate(slips.partition_point(|(place, _)| place <= end));
    }
    (slips.into_iter().map(|(_, slip)| slip).collect(), end)
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

    fn merged(stretches: &[(&[&str], bool)]) -> (Vec<String>, Option<String>) {
        let stretch = |(ids, more): &(&[&str], bool)| Stretch {
            slips: ids.iter().map(|id| (format!("{id}#1#PS-1"), slip(id))).collect(),
            more: *more,
        };
        let (slips, more) = merge(stretches.iter().map(stretch).collect());
        (slips.into_iter().map(|slip| slip.location_id.to_string()).collect(), more)
    }

    #[test]
    fn a_page_ends_where_the_first_partition_with_more_was_read_to() {
        let (ids, more) = merged(&[(&["A", "D", "G"], true), (&["B", "E"], false), (&["C", "F", "Z"], true)]);
        assert_eq!(ids, ["A", "B", "C", "D", "E", "F", "G"]);
        assert_eq!(more.as_deref(), Some("G#1#PS-1"));
    }

    #[test]
    fn the_last_page_has_all_that_is_left_and_no_token() {
        assert_eq!(merged(&[(&["A", "D"], false), (&[], false)]), (vec!["A".into(), "D".into()], None));
        assert_eq!(merged(&[]), (vec![], None));
    }

    #[test]
    fn a_slip_is_listed_as_the_schema_has_it() {
        let expected = json!({
            "locationId": "A", "route": "chi_ana", "dropOffDate": "2026-11-23", "uniqueId": "PS-1",
            "createDate": "2026-11-22", "stockingIndex": 1, "type": "ORDER", "clientCode": "LARDER",
            "status": "PACKED",
        });
        assert_eq!(serde_json::to_value(ListedSlip::from(slip("A"))).unwrap(), expected);
    }

    #[test]
    fn a_day_is_written_as_the_wire_has_it() {
        assert!(day(&json!("2026-11-23")).is_ok());
        for wrong in [json!("2026-11-23Z"), json!("11/23/2026"), json!(""), json!(null), json!(20_261_123)] {
            assert!(matches!(day(&wrong), Err(Error::Invalid(_))), "{wrong}");
        }
    }
}
