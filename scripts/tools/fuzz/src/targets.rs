//! The parsers of the functions, each with valid inputs and a check of its result. A parser returns a value or rejects the
//! input; it never panics or reports an internal error.

use chrono::{Days, NaiveDate};
use connections::identity::request::CertificateRequest;
use health::model::ArtifactType;
use ingest::{
    message::Message,
    sender::{FridgeSender, Sender},
};
use locations::{
    model::LocationId,
    names::Kind,
    rules::{Field, OfferedNames, Patch, create},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use shared::{Error, Instant, fridge_topics::Up, time};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{Debug, Display},
    str::FromStr,
};
use strum::IntoEnumIterator;

/// The result of a parser: the description of the violated property.
type Outcome = Result<(), String>;

/// A parser with valid inputs.
pub(crate) struct Target {
    /// The name in the table.
    pub(crate) name: &'static str,
    /// The parsers that the target calls, as `<package>: <function or type>`.
    #[cfg_attr(not(test), expect(dead_code, reason = "only the test of the list reads it"))]
    pub(crate) parsers: &'static [&'static str],
    /// Valid inputs.
    pub(crate) seeds: &'static [&'static str],
    /// Calls the parsers.
    pub(crate) run: fn(&[u8]) -> Outcome,
}

/// All parsers.
pub(crate) const TARGETS: &[Target] = &[
    Target {
        name: "telemetry messages",
        parsers: &[
            "locations: TryFrom<String> for LocationId",
            "locations: TryFrom<String> for ZipCode",
            "locations: TryFrom<u8> for Flag",
            "shared: TryFrom<f64> for Fahrenheit",
        ],
        seeds: &[
            include_str!("../../../../functions/ingest/samples/CheckpointEvent.json"),
            include_str!("../../../../functions/ingest/samples/CommandAcknowledgement.json"),
            include_str!("../../../../functions/ingest/samples/DriverLog.json"),
            include_str!("../../../../functions/ingest/samples/EmptyChannel.json"),
            include_str!("../../../../functions/ingest/samples/FridgeIdentity.json"),
            include_str!("../../../../functions/ingest/samples/HealthReport.json"),
            include_str!("../../../../functions/ingest/samples/Inventory.json"),
            include_str!("../../../../functions/ingest/samples/Order.json"),
            include_str!("../../../../functions/ingest/samples/PackingSlip.json"),
            include_str!("../../../../functions/ingest/samples/SegmentEvent.json"),
            include_str!("../../../../functions/ingest/samples/StockOut.json"),
            include_str!("../../../../functions/ingest/samples/Temperature.json"),
        ],
        run: telemetry,
    },
    Target {
        name: "CRM rows",
        parsers: &[],
        seeds: &[include_str!("../../../../functions/ingest/samples/CustomerRecord.json")],
        run: telemetry,
    },
    Target {
        name: "driver actions",
        parsers: &["stocking: parse_data", "stocking: parse_decision"],
        seeds: &[
            include_str!("../../../../functions/ingest/samples/DriverAction.json"),
            r#"{"originalDropOffDate":"2026-11-23","packingSlipId":"PS-1","stockingIndex":1,"dropStatus":"Complete","statusReason":"Other"}"#,
            r#"{"originalDropOffDate":"2026-11-23","packingSlipId":"PS-1","dropStatus":"Not Delivering","statusReason":"Weather"}"#,
        ],
        run: driver_actions,
    },
    Target {
        name: "forecast files",
        parsers: &["forecast: parse_quantity"],
        seeds: &[
            "Item,AllocationDate,Quantity,ProductionDate\nSOUP,2026/11/21,5,2026/11/20\n",
            "item;allocation date;QUANTITY;production-date\r\n\"A \"\"B\"\"\";2026/11/21;5;2026/11/20\r\n",
            "\u{feff}Item\tAllocationDate\tQuantity\tProductionDate\n'=A\t2026/11/21\t0\t2026/11/20\n",
        ],
        run: forecast_files,
    },
    Target {
        name: "page tokens",
        parsers: &["users: TryFrom<String> for DirectoryCursor"],
        seeds: &["WzAsImZvcmdlZCJd", "WzAsWyJhIiwiYiJdXQ", "WzAsMTJd", "IjIwMjYtMTEtMjEi", "WzAse31d"],
        run: page_tokens,
    },
    Target {
        name: "instants",
        parsers: &["shared: FromStr for Instant"],
        seeds: &["2026-11-21T10:15:00.000Z", "2026-11-21T10:15:00-05:00", "9999-12-31T23:59:59.999Z"],
        run: instants,
    },
    Target {
        name: "days",
        parsers: &["reports: parse_day", "packing-report: parse_day", "routes: parse_day"],
        seeds: &["2026-11-21", "20261121", "0001-01-01", "9999-12-31"],
        run: days,
    },
    Target {
        name: "clock times",
        parsers: &["health: TryFrom<String> for ClockTime"],
        seeds: &["22:30", "00:00", "23:59"],
        run: clock_times,
    },
    Target {
        name: "epoch time ranges",
        parsers: &[],
        seeds: &["1795255200 1795341600", "0 1", "253402300798 253402300799"],
        run: time_ranges,
    },
    Target {
        name: "prices",
        parsers: &["prices: FromStr for Price"],
        seeds: &["2.50", "0", "9999999.99", ".5", "007"],
        run: round_trip::<prices::model::Price>,
    },
    Target {
        name: "price rows",
        parsers: &[],
        seeds: &[
            r#"[{"schemaId":"PMT_STANDARD","item":"SOUP","price":"2.50"},{"schemaId":"PMT_STANDARD","item":"SALAD","price":"12"}]"#,
        ],
        run: price_rows,
    },
    Target {
        name: "coordinates and decimals",
        parsers: &["locations: parse"],
        seeds: &[
            r#"{"latitude":"41.8781","longitude":-87.6298,"taxRate":"2.25","stop":7,"percentage":"99","baseCommission":"0.5"}"#,
            r#"{"workHours":{"monday":[["08:00","12:00"]]},"updateReason":{"prod":"Other"},"prod":1,"hours":"24 Hours"}"#,
        ],
        run: location_edits,
    },
    Target {
        name: "location forms",
        parsers: &["locations: FromStr for LocationId"],
        seeds: &[
            r#"{"id":"FRIDGE_1","street":"233 S Wacker Dr","city":"Chicago","state":"IL","zipCode":"60606","directions":"Lobby","fridgeSchema":"MW_STANDARD/latest","latitude":"41.8781","longitude":"-87.6298","layoutName":"dummy","onlineDate":"2026-12-01","prettyName":"Willis Tower","priceMapTemplate":"PMT_STANDARD","taxRate":"2.25"}"#,
        ],
        run: location_forms,
    },
    Target {
        name: "versions",
        parsers: &["software: parse", "software: parse_version"],
        seeds: &["1.10.2", "12", "1 2 3", "1.10.2.tar.gz", "1.10.2/"],
        run: versions,
    },
    Target {
        name: "pilots",
        parsers: &[],
        seeds: &[
            r#"{"id":"PILOT_1","displayName":"Pilot","stage":1,"startDate":"2026-11-21","endDate":"2026-12-21","description":"Text"}"#,
        ],
        run: pilots,
    },
    Target {
        name: "par groups",
        parsers: &["jit: FromStr for StockingId"],
        seeds: &[
            r#"[{"location":"FRIDGE_1","deliveryDate":"2026-11-22","dropOffDate":"2026-11-21","jit":false,"stockingIndex":1,"parsAndItems":[{"pars":5,"itemName":"SOUP"}],"overCapacityAmountsAndItems":[{"overCapacityAmount":"1.5","itemName":"SOUP"}],"priorityBoostItems":["SOUP"]}]"#,
        ],
        run: par_groups,
    },
    Target {
        name: "stocking ids",
        parsers: &["jit: FromStr for StockingId"],
        seeds: &["2026-11-21#FRIDGE_1#1", "2026-11-21#FRIDGE_1#1000"],
        run: round_trip::<jit::model::StockingId>,
    },
    Target {
        name: "reported stockings",
        parsers: &["stocking: FromStr for Stockings"],
        seeds: &["FRIDGE_1#1", "FRIDGE_1#"],
        run: round_trip::<stocking::stocked::Stockings>,
    },
    Target {
        name: "ids of certificates",
        parsers: &["connections: FromStr for CertificateId", "connections: TryFrom<String> for CertificateId"],
        seeds: &["9dad54243a9e18e8616abeecfedebf63f926a79eb5fd837dfcad968d6df6e0ab"],
        run: round_trip::<connections::identity::model::CertificateId>,
    },
    Target {
        name: "certificate signing requests",
        parsers: &["connections: parse"],
        seeds: &[
            include_str!("../../../../functions/connections/samples/requests/rsa-1024.pem"),
            include_str!("../../../../functions/connections/samples/requests/rsa-2048.pem"),
        ],
        run: certificate_request,
    },
    Target {
        name: "planogram rows",
        parsers: &["planograms: FromStr for Slot"],
        seeds: &[
            r#"[{"requestType":"UPDATE","layoutName":"Standard","slot":"1:2","vendItemName":"SOUP","activeHour":"2026-11-21T10:00:00Z"}]"#,
            r#"[{"requestType":"CREATE","layoutName":"New","slot":"1:2","vendItemName":"SOUP","physicalFridgeConfig":"{}"}]"#,
        ],
        run: planogram_rows,
    },
    Target {
        name: "route rows",
        parsers: &["routes: parse_route_days", "routes: parse_route_day"],
        seeds: &[
            r#"[{"stockingDate":"2026-11-21","market":"Chicago","id":"FRIDGE_1","route":"R1","stop":1,"stockingIndex":"1","stopType":"Stocking"}]"#,
        ],
        run: route_rows,
    },
    Target {
        name: "scheduled changes",
        parsers: &["schedules: parse_units"],
        seeds: &[
            r#"[{"location":"FRIDGE_1","attribute":"stop","value":"7","dateTime":"2026-11-21T11:30:00-05:00"}]"#,
            r#"[{"location":"F","attribute":"prod","value":"1","dateTime":"2026-11-21T11:30:00Z"},{"location":"F","attribute":"updateReason","value":"{\"prod\":\"Other\"}","dateTime":"2026-11-21T11:30:00Z"}]"#,
        ],
        run: scheduled_changes,
    },
    Target {
        name: "coupon requests",
        parsers: &[],
        seeds: &[
            r#"{"imageName":"Fridge Issue - Door did not unlock","type":"AMOUNT","value":5,"startDate":"2026-11-21","endDate":"2026-11-28T00:00:00Z"}"#,
        ],
        run: coupon_requests,
    },
    Target {
        name: "sync requests",
        parsers: &["logistics: parse"],
        seeds: &[r#"{"startDate":"2026-11-21","endDate":"2026-11-23","fulfillmentCenters":["Chicago"]}"#],
        run: sync_requests,
    },
    Target {
        name: "object keys",
        parsers: &[],
        seeds: &[
            "routes-upload/2026-11-22/0199a4f0-0000-7000-8000-000000000001-a.csv",
            r#"{"Records":[{"s3":{"object":{"key":"routes-upload/2026-11-22/0199a4f0-0000-7000-8000-000000000001-a.csv","size":7}}}]}"#,
        ],
        run: object_keys,
    },
    Target {
        name: "log lines",
        parsers: &["analytics: parse_call"],
        seeds: &[
            r#"{"_aws":{"Timestamp":1795255200000,"CloudWatchMetrics":[]},"event":"rest call","requestId":"r1","operation":"GET /uploads","user":"a@b.c","outcome":"ok","milliseconds":1.5}"#,
        ],
        run: log_lines,
    },
    Target {
        name: "role ids",
        parsers: &["users: TryFrom<String> for RoleId"],
        seeds: &["driver-lead", "a-1"],
        run: role_ids,
    },
];

/// The time of all calls.
fn now() -> Instant {
    time::day("2026-11-20").map_or_else(Instant::now, time::midnight)
}

fn today() -> NaiveDate {
    now().central_date()
}

/// Calls `run` if the input is text. Functions receive only text.
fn with_text(input: &[u8], run: impl FnOnce(&str) -> Outcome) -> Outcome {
    str::from_utf8(input).map_or(Ok(()), run)
}

/// Calls `run` if the input is JSON of the type, as the adapters do.
fn with_json<T: DeserializeOwned>(input: &[u8], run: impl FnOnce(T) -> Outcome) -> Outcome {
    serde_json::from_slice(input).map_or(Ok(()), run)
}

/// A rejection names the input. Any other error means that Larder failed.
fn rejected(error: &Error) -> Outcome {
    match error {
        Error::Invalid(errors) if errors.iter().all(|error| !error.message.is_empty()) => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

fn ensure(is_true: bool, violation: impl FnOnce() -> String) -> Outcome {
    if is_true { Ok(()) } else { Err(violation()) }
}

/// A valid input has a text that is read as the same value.
fn round_trip<T: FromStr + Display + Debug + PartialEq>(input: &[u8]) -> Outcome {
    with_text(input, |text| match text.parse::<T>() {
        Err(_) => Ok(()),
        Ok(value) => {
            let again = value.to_string().parse::<T>().ok();
            ensure(again.as_ref() == Some(&value), || format!("{value:?} is read again as {again:?}"))
        }
    })
}

fn telemetry(input: &[u8]) -> Outcome {
    with_text(input, |text| {
        for sender in [Sender::Trusted, Sender::Upstream, fridge(false)?, fridge(true)?] {
            Message::read(text, &sender, now()).map_or_else(|rejection| rejected(&rejection.error), |_| Ok(()))?;
        }
        Ok(())
    })
}

fn certificate_request(input: &[u8]) -> Outcome {
    with_text(input, |text| CertificateRequest::parse(text).map_or_else(|error| rejected(&error), |_| Ok(())))
}

/// A fridge whose messages are texts or Base64.
fn fridge(base64: bool) -> Result<Sender, String> {
    let certificate = "0".repeat(64).parse().map_err(|error| format!("{error:?}"))?;
    let sender =
        FridgeSender { fridge: "CHI_0001".parse()?, certificate, topic: Up::Telemetry, received_at: now(), base64 };
    Ok(Sender::Fridge(sender))
}

fn driver_actions(input: &[u8]) -> Outcome {
    telemetry(input)?;
    with_text(input, |text| {
        let data = stocking::override_drop::parse_data(text);
        ensure(data.is_ok() || data.is_err_and(|errors| !errors.is_empty()), || "rejected without a reason".into())?;
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let field = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let kind = locations::model::LocationType::FRIDGE;
        let parsed = stocking::rules::drop_override::parse_decision(&field("dropStatus"), &field("statusReason"), kind);
        ensure(parsed.is_ok() || parsed.is_err_and(|errors| !errors.is_empty()), || "rejected without a reason".into())
    })
}

fn forecast_files(input: &[u8]) -> Outcome {
    match forecast::sheet::read(input) {
        Err(message) => ensure(!message.is_empty(), || "rejected without a reason".into()),
        Ok(lines) => match forecast::rules::check(&lines) {
            Err(errors) => ensure(!errors.is_empty(), || "rejected without a reason".into()),
            Ok(entries) => {
                ensure(entries.len() == lines.len(), || format!("{} of {} lines", entries.len(), lines.len()))
            }
        },
    }
}

fn page_tokens(input: &[u8]) -> Outcome {
    fn decode<T: DeserializeOwned>(token: &str) -> Outcome {
        shared::page::decode_token::<T>(token).map_or_else(|error| rejected(&error), |_| Ok(()))
    }
    with_text(input, |token| {
        decode::<String>(token)?;
        decode::<Vec<String>>(token)?;
        decode::<Value>(token)?;
        decode::<users::directory::DirectoryCursor>(token)?;
        shared::shards::decode_cursor(Some(token)).map_or_else(|error| rejected(&error), |_| Ok(()))
    })
}

fn instants(input: &[u8]) -> Outcome {
    round_trip::<Instant>(input)?;
    with_text(input, |text| {
        let Ok(instant) = text.parse::<Instant>() else { return Ok(()) };
        // Sort keys have a fixed length.
        ensure(instant.to_string().len() == "2026-11-21T10:15:00.000Z".len(), || instant.to_string())?;
        let later = instant.plus(chrono::Duration::days(400));
        ensure(later > instant && instant.central_date() < later.central_date(), || format!("{instant} and {later}"))
    })
}

/// Whether code can add days to a parsed day and use it as a sort key.
fn check_day(day: NaiveDate) -> Outcome {
    ensure(day.to_string().len() == "2026-11-21".len(), || day.to_string())?;
    let year = Days::new(400);
    ensure(day.checked_add_days(year).is_some() && day.checked_sub_days(year).is_some(), || day.to_string())
}

fn days(input: &[u8]) -> Outcome {
    with_text(input, |text| {
        if let Some(day) = time::day(text) {
            check_day(day)?;
            ensure(day.to_string() == text, || format!("{text} is read as {day}"))?;
        }
        match reports::rules::parse_day(text) {
            Ok(day) => {
                check_day(day)?;
                reports::rules::business_day(day).map_or_else(|error| rejected(&error), |_| Ok(()))?;
            }
            Err(error) => rejected(&error)?,
        }
        match packing_report::rules::parse_day(text) {
            Ok(day) => check_day(day)?,
            Err(error) => rejected(&error)?,
        }
        let value = Value::from(text);
        match routes::rules::parse_day(Field { name: "stockingDate", value: &value }) {
            Ok(day) => check_day(day),
            Err(error) => ensure(!error.message.is_empty(), || "rejected without a reason".into()),
        }
    })
}

fn clock_times(input: &[u8]) -> Outcome {
    with_text(input, |text| match health::model::ClockTime::try_from(text.to_owned()) {
        Ok(time) => ensure(String::from(time) == text, || format!("{text} is read as {time:?}")),
        Err(_) => Ok(()),
    })
}

fn time_ranges(input: &[u8]) -> Outcome {
    with_text(input, |text| {
        let (start, end) = text.split_once(' ').unwrap_or((text, ""));
        match reports::rules::time_range(Some(start), Some(end)) {
            Ok(range) => ensure(range.start < range.end, || format!("{range:?}")),
            Err(error) => rejected(&error),
        }
    })
}

fn price_rows(input: &[u8]) -> Outcome {
    with_json(input, |rows: Vec<prices::rules::Row>| match prices::rules::check(&rows, 2) {
        Ok(prices) => ensure(prices.len() == rows.len(), || format!("{prices:?}")),
        Err(errors) => {
            ensure(errors.len() == rows.len() && errors.iter().any(|row| !row.is_empty()), || format!("{errors:?}"))
        }
    })
}

fn location_edits(input: &[u8]) -> Outcome {
    with_json(input, |input: Map<String, Value>| match Patch::parse(input) {
        Ok(patch) => {
            drop((patch.names(), patch.reason()));
            Ok(())
        }
        Err(errors) => ensure(!errors.is_empty(), || "rejected without a reason".into()),
    })?;
    // The parsers of single values.
    with_json(input, |input: Map<String, Value>| {
        for (name, value) in &input {
            let field = Field { name, value };
            drop((field.as_text(), field.number(), field.integer(1000), field.flag(), field.zip_code()));
            if let Ok(day) = field.date() {
                check_day(day)?;
            }
            drop(locations::message::Latitude::try_from(value.as_f64().unwrap_or_default()));
        }
        Ok(())
    })
}

fn location_forms(input: &[u8]) -> Outcome {
    use locations::names::Name;
    with_json(input, |input: Map<String, Value>| {
        drop(create::names(&input));
        let offered = [
            Name::from_value(Kind::Planogram, "dummy"),
            Name::from_value(Kind::PriceMapTemplate, "PMT_STANDARD"),
            Name::from_value(Kind::FridgeSchema, "MW_STANDARD/latest"),
        ];
        match create::create(&input, &OfferedNames::from_iter(offered), now()) {
            Ok(location) => round_trip::<LocationId>(location.id.as_str().as_bytes()),
            Err(errors) => ensure(!errors.is_empty(), || "rejected without a reason".into()),
        }
    })
}

fn versions(input: &[u8]) -> Outcome {
    use software::version::Version;
    with_text(input, |text| {
        for artifact in ArtifactType::iter() {
            if let Some(version) = Version::parse(artifact, text) {
                ensure(version.as_str() == text && version.cmp(&version.clone()).is_eq(), || format!("{version:?}"))?;
            }
            drop(Version::from_object_name(artifact, text));
            if let Err(error) = software::rules::parse_version(artifact, text) {
                rejected(&error)?;
            }
        }
        Ok(())
    })
}

fn pilots(input: &[u8]) -> Outcome {
    with_json(input, |draft: software::rules::PilotDraft| match software::rules::validate_pilot(&draft) {
        Ok(fields) => check_day(fields.start_date).and(check_day(fields.end_date)),
        Err(errors) => ensure(!errors.is_empty(), || "rejected without a reason".into()),
    })
}

fn par_groups(input: &[u8]) -> Outcome {
    with_json(input, |groups: Vec<pars::rules::ParMap>| {
        drop(pars::rules::stocking_ids(&groups));
        let checked = pars::rules::check(&groups, &pars::rules::StoredData::default());
        ensure(checked.len() == groups.len(), || format!("{} of {} groups", checked.len(), groups.len()))?;
        let without_reason = checked.iter().any(|group| group.pars.as_ref().is_err_and(Vec::is_empty));
        ensure(!without_reason, || "rejected without a reason".into())
    })
}

fn planogram_rows(input: &[u8]) -> Outcome {
    with_json(input, |rows: Vec<planograms::rules::UpdateInput>| match planograms::rules::check(&rows, now()) {
        Ok(_) => Ok(()),
        Err(errors) => ensure(!errors.is_empty(), || "rejected without a reason".into()),
    })?;
    round_trip::<planograms::model::Slot>(input)
}

fn route_rows(input: &[u8]) -> Outcome {
    with_json(input, |entries: Vec<routes::rules::Entry>| {
        let known: BTreeMap<LocationId, LocationId> =
            routes::rules::ids(&entries).into_iter().map(|id| (id.clone(), id)).collect();
        let (days, errors) = routes::rules::parse_route_days(&entries, &known);
        ensure(entries.is_empty() || !days.is_empty() || !errors.is_empty(), || "neither days nor errors".into())?;
        if let Err(errors) = routes::rules::parse_route_day(&entries, &known) {
            ensure(!errors.is_empty(), || "rejected without a reason".into())?;
        }
        Ok(())
    })
}

fn scheduled_changes(input: &[u8]) -> Outcome {
    with_json(input, |changes: Vec<schedules::rules::CreateScheduleChange>| {
        let author = schedules::rules::Author { sub: None, email: "a@larder.example" };
        let (units, errors) = schedules::rules::parse_units(&changes, author, now());
        ensure(!units.is_empty() || !errors.is_empty(), || "neither changes nor errors".into())?;
        let positions: BTreeSet<usize> = units.iter().map(|(position, _)| *position).collect();
        ensure(positions.iter().all(|position| *position < changes.len()), || format!("{positions:?}"))
    })
}

fn coupon_requests(input: &[u8]) -> Outcome {
    with_json(input, |request| match coupons::rules::check(&request, today()) {
        Ok(terms) => check_day(terms.start_date).and(check_day(terms.end_date)),
        Err(errors) => ensure(!errors.is_empty(), || "rejected without a reason".into()),
    })
}

fn sync_requests(input: &[u8]) -> Outcome {
    with_json(input, |request: logistics::rules::SyncInput| match logistics::rules::parse(&request, today()) {
        Ok(request) => ensure(request.dates().count() <= 31, || format!("{request:?}")),
        Err(errors) => ensure(!errors.is_empty(), || "rejected without a reason".into()),
    })
}

fn object_keys(input: &[u8]) -> Outcome {
    #[derive(Deserialize)]
    struct Size(#[serde(default)] Value);
    with_text(input, |text| {
        drop(uploads::arrival::objects(text));
        drop(uploads::rules::validate(text, text));
        if let Some((folder, id)) = uploads::rules::upload_of(text) {
            let key = uploads::rules::key(folder, now(), id, text);
            ensure(uploads::rules::upload_of(&key) == Some((folder, id)), || key.clone())?;
            drop(uploads::rules::content_length(folder, &Value::from(text)));
            with_json(input, |Size(size)| {
                drop(uploads::rules::content_length(folder, &size));
                Ok(())
            })?;
        }
        Ok(())
    })
}

fn log_lines(input: &[u8]) -> Outcome {
    with_text(input, |text| match analytics::rules::parse_call(text) {
        Some(call) => {
            drop(analytics::rules::counters_of(&analytics::model::Event::Call(call)));
            Ok(())
        }
        None => Ok(()),
    })
}

fn role_ids(input: &[u8]) -> Outcome {
    with_text(input, |text| match users::roles::RoleId::try_from(text.to_owned()) {
        Ok(id) => ensure(id.as_str() == text, || format!("{text} is read as {id:?}")),
        Err(_) => Ok(()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Generator;
    use std::{collections::BTreeSet, fs, path::Path};

    /// The number of inputs per parser. `./scripts/fuzz` runs many more.
    const INPUTS: u64 = 256;

    #[test]
    fn no_parser_fails() {
        for target in TARGETS {
            let generator = Generator { seeds: target.seeds };
            for number in 0..INPUTS {
                let input = generator.input(number);
                let outcome = (target.run)(&input);
                assert_eq!(outcome, Ok(()), "{}, input {number}: {}", target.name, String::from_utf8_lossy(&input));
            }
        }
    }

    #[test]
    fn names_are_unique_and_seeds_exist() {
        let names: BTreeSet<&str> = TARGETS.iter().map(|target| target.name).collect();
        assert_eq!(names.len(), TARGETS.len());
        assert!(TARGETS.iter().all(|target| !target.seeds.is_empty()));
    }

    /// The public parsers in the sources, as `<package>: <function or type>`. Private ones are called by these.
    fn public_parsers() -> BTreeSet<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let packages = fs::read_dir(root.join("functions")).unwrap().map(|entry| entry.unwrap().path());
        let mut parsers = BTreeSet::new();
        for package in packages.chain([root.join("shared")]) {
            let name = package.file_name().unwrap().to_string_lossy().into_owned();
            let mut folders = vec![package.join("src")];
            while let Some(folder) = folders.pop() {
                for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                    if file.is_dir() {
                        folders.push(file);
                    } else if let Ok(text) = fs::read_to_string(&file) {
                        parsers
                            .extend(text.lines().filter_map(parser_of_line).map(|parser| format!("{name}: {parser}")));
                    }
                }
            }
        }
        parsers
    }

    fn parser_of_line(line: &str) -> Option<&str> {
        let line = line.trim();
        if let Some(function) = line.strip_prefix("pub fn ") {
            return function.split(['(', '<']).next().filter(|name| *name == "parse" || name.starts_with("parse_"));
        }
        let conversion = line.strip_prefix("impl ")?.strip_suffix(" {")?;
        (conversion.starts_with("FromStr for") || conversion.starts_with("TryFrom<")).then_some(conversion)
    }

    #[test]
    fn every_public_parser_has_a_target() {
        let called: BTreeSet<String> =
            TARGETS.iter().flat_map(|target| target.parsers).map(|parser| (*parser).to_owned()).collect();
        assert_eq!(called, public_parsers(), "add the parser to a target in scripts/tools/fuzz/src/targets.rs");
    }
}
