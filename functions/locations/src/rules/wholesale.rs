//! A new wholesale location: the defaults of all attributes that the customer-relationship system does not provide.

use crate::{
    message::Site,
    model::{
        AccessTo, Flag, Location, LocationId, LocationStatus, LocationType, PaymentGateway, StockingSchedule,
        UpdateReason, Vertical, WorkHours,
    },
    names::Kind,
};
use rust_decimal::dec;
use shared::Instant;

/// A wholesale location at `site`. It is live and ready for allocation immediately because no fridge is installed, and
/// it is hidden from customers. Directions and name are empty; the caller sets them from the customer record.
pub fn wholesale(id: LocationId, site: &Site, now: Instant) -> Location {
    let work_hours = WorkHours::around_the_clock();
    Location {
        id,
        kind: LocationType::WHOLESALE,
        version: 1,
        last_modified: now,
        access_to: AccessTo::Private,
        address: site.address(),
        device_address: None,
        base_commission: None,
        covid19: Flag(false),
        directions: String::new(),
        fridge_model: None,
        fridge_schema: Kind::FridgeSchema.value(Kind::FridgeSchema.standard()),
        hostname: None,
        hours: work_hours.summary(),
        work_hours,
        holiday_screen_enabled: Flag(false),
        holiday_screen_fridge_specific: Flag(false),
        holiday_screen_start_date: None,
        holiday_screen_end_date: None,
        ip: None,
        latitude: site.latitude.into(),
        longitude: site.longitude.into(),
        layout_name: Kind::Planogram.standard().into(),
        market: None,
        online_date: None,
        payment_gateway: PaymentGateway::default(),
        percentage: dec!(0),
        pretty_name: String::new(),
        price_map_template: Kind::PriceMapTemplate.standard().into(),
        prod: Flag(true),
        public_status: LocationStatus::OFFLINE,
        reserve: Flag(false),
        route: None,
        serial_port: None,
        status: LocationStatus::LIVE,
        stocking_schedule: StockingSchedule::default_for(site.time_zone),
        stop: 0,
        tax_rate: dec!(2.25),
        time_zone: site.time_zone,
        update_reason: UpdateReason::default(),
        vertical: Vertical::Other,
        account_tier: None,
        fulfillment_center: None,
        opportunity_name: None,
        routing_tag: None,
        park_to_fridge_instructions: None,
    }
}
