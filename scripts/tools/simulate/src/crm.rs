//! The simulated customer-relationship system. It sends a customer record for each fridge that staff create. Pure: the
//! same location gives the same record.

use crate::message::{Kind, Message};
use locations::model::{Location, LocationTimeZone};
use serde_json::json;
use shared::Instant;

/// The first customer record of a fridge. It keeps the directions and the name that staff entered.
pub fn customer_record(location: &Location, now: Instant) -> Message {
    let (market, kitchen) = match location.time_zone {
        LocationTimeZone::CHICAGO => ("MW", "CHICAGO"),
        LocationTimeZone::INDIANAPOLIS => ("MW", "INDIANAPOLIS"),
        LocationTimeZone::NEWYORK => ("NE", "NEWARK"),
        LocationTimeZone::DENVER => ("WC", "DENVER"),
        LocationTimeZone::LOSANGELES => ("WC", "LOS_ANGELES"),
    };
    let fields = json!({
        "directions": location.directions,
        "prettyName": location.pretty_name,
        "market": market,
        "routingTag": format!("{}_AM", location.address.state),
        "fulfillmentCenter": format!("FC_{kitchen}"),
        "accountTier": "Tier 2",
        "opportunityName": format!("{} - {}", location.pretty_name, location.address.city),
        "parkToFridgeInstructions": "Park at the side entrance and ask at the front desk.",
    });
    Message::new(Kind::CustomerRecord, &location.id, now, fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingest::{
        message::{Fact, Message as Read},
        sender::Sender,
    };

    fn location() -> Location {
        let site = serde_json::from_value(json!({
            "street": "1 Main St", "city": "Boston", "state": "MA", "zipCode": "02110", "latitude": 42.35,
            "longitude": -71.05, "timeZone": "NEWYORK",
        }));
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let empty = locations::rules::wholesale("BOS_0001".parse().unwrap(), &site.unwrap(), now);
        Location { directions: "Lobby".into(), pretty_name: "Main Street".into(), ..empty }
    }

    #[test]
    fn customer_record_is_valid_and_has_all_fields_that_a_par_upload_needs() {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let message = customer_record(&location(), now);
        assert_eq!(message, customer_record(&location(), now));
        let read = Read::read(&message.body(), &Sender::Upstream, now).unwrap();
        let Fact::CustomerRecord(read) = read.fact else { panic!("another type") };
        let complete = read.complete(&location()).unwrap();
        assert_eq!(complete.market.as_deref(), Some("NE"));
        assert_eq!(complete.routing_tag.as_deref(), Some("MA_AM"));
        assert_eq!(complete.fulfillment_center.as_deref(), Some("FC_NEWARK"));
        assert!(complete.park_to_fridge_instructions.is_some());
    }
}
