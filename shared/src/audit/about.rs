//! The object of an audit entry, as the activity log shows and searches it.

use super::Subject;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, IntoStaticStr};

/// The kind of a changed object.
#[derive(
    Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, Hash, IntoStaticStr, Ord, PartialEq, PartialOrd, Serialize,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the variants of Subject describe them")]
pub enum SubjectKind {
    AlertSnooze,
    AlertSubscription,
    CorrectiveActions,
    Coupon,
    Drop,
    FeatureFlag,
    Forecast,
    FridgeAlert,
    FridgeCommands,
    FridgeConnection,
    FridgeDeployment,
    FridgeNote,
    FridgeSoftware,
    FridgeSoftwarePilot,
    ItemPrice,
    JitLocation,
    Location,
    LogiNextSync,
    PackingBay,
    Pars,
    Planogram,
    PriceSchema,
    Role,
    RouteDay,
    RouteNote,
    User,
}

/// The object of an entry.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct About {
    /// The kind of object.
    pub kind: SubjectKind,
    /// The id that people search for, such as a location's id, a route or an e-mail. Never empty.
    pub id: String,
    /// The business day of the object, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<NaiveDate>,
    /// The part of the object that was changed, such as the item of a price schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

impl About {
    fn new(kind: SubjectKind, id: impl Into<String>) -> Self {
        Self { kind, id: id.into(), day: None, part: None }
    }

    fn on(self, day: NaiveDate) -> Self {
        Self { day: Some(day), ..self }
    }

    fn part(self, part: impl Into<String>) -> Self {
        Self { part: Some(part.into()), ..self }
    }
}

impl Subject<'_> {
    /// The object for the activity log.
    pub fn about(&self) -> About {
        match *self {
            Self::AlertSnooze(location) => About::new(SubjectKind::AlertSnooze, location),
            Self::AlertSubscription(id) => About::new(SubjectKind::AlertSubscription, id.to_string()),
            Self::CorrectiveActions(id) => About::new(SubjectKind::CorrectiveActions, id),
            Self::Coupon(code) => About::new(SubjectKind::Coupon, code),
            Self::Drop(day, drop) => {
                let (location, slip) = drop.split_once('#').unwrap_or((drop, ""));
                let about = About::new(SubjectKind::Drop, location).on(day);
                if slip.is_empty() { about } else { about.part(slip) }
            }
            Self::FeatureFlag(flag) => About::new(SubjectKind::FeatureFlag, flag),
            // An uploaded day has no single item.
            Self::Forecast(day, "") => About::new(SubjectKind::Forecast, day.to_string()).on(day),
            Self::Forecast(day, item) => About::new(SubjectKind::Forecast, item).on(day),
            Self::FridgeAlert(location, alert) => About::new(SubjectKind::FridgeAlert, location).part(alert),
            Self::FridgeCommands(location) => About::new(SubjectKind::FridgeCommands, location),
            Self::FridgeConnection(location) => About::new(SubjectKind::FridgeConnection, location),
            Self::FridgeDeployment(id) => About::new(SubjectKind::FridgeDeployment, id.to_string()),
            Self::FridgeNotes(location) => About::new(SubjectKind::FridgeNote, location),
            Self::FridgeSoftware(location) => About::new(SubjectKind::FridgeSoftware, location),
            Self::FridgeSoftwarePilot(pilot) => About::new(SubjectKind::FridgeSoftwarePilot, pilot),
            Self::ItemPrice(schema, item) => About::new(SubjectKind::ItemPrice, schema).part(item),
            Self::JitLocation(day, location, stocking) => {
                About::new(SubjectKind::JitLocation, location).on(day).part(stocking.to_string())
            }
            Self::Location(id) => About::new(SubjectKind::Location, id),
            Self::LogiNextSync(id) => About::new(SubjectKind::LogiNextSync, id.to_string()),
            Self::PackingBay(zone, bay) => About::new(SubjectKind::PackingBay, zone).part(bay),
            Self::Pars(day, location, stocking) => {
                About::new(SubjectKind::Pars, location).on(day).part(stocking.to_string())
            }
            Self::Planogram(layout) => About::new(SubjectKind::Planogram, layout),
            Self::PriceSchema(schema) => About::new(SubjectKind::PriceSchema, schema),
            Self::Role(role) => About::new(SubjectKind::Role, role),
            Self::RouteDay(day, route) => About::new(SubjectKind::RouteDay, route).on(day),
            Self::RouteNotes(route) => About::new(SubjectKind::RouteNote, route),
            Self::User(user) => About::new(SubjectKind::User, user),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn day() -> NaiveDate {
        "2026-11-23".parse().unwrap()
    }

    #[rstest]
    #[case::location(Subject::Location("CHI_0001"), SubjectKind::Location, "CHI_0001", None)]
    #[case::commands(Subject::FridgeCommands("CHI_0001"), SubjectKind::FridgeCommands, "CHI_0001", None)]
    #[case::connection(Subject::FridgeConnection("CHI_0001"), SubjectKind::FridgeConnection, "CHI_0001", None)]
    #[case::drop(Subject::Drop(day(), "CHI_0001#1#9"), SubjectKind::Drop, "CHI_0001", Some("1#9"))]
    #[case::alert(Subject::FridgeAlert("CHI_0001", "a"), SubjectKind::FridgeAlert, "CHI_0001", Some("a"))]
    #[case::jit(Subject::JitLocation(day(), "CHI_0001", 2), SubjectKind::JitLocation, "CHI_0001", Some("2"))]
    #[case::price(Subject::ItemPrice("Standard", "Cola"), SubjectKind::ItemPrice, "Standard", Some("Cola"))]
    #[case::forecast(Subject::Forecast(day(), "Cola"), SubjectKind::Forecast, "Cola", None)]
    #[case::uploaded_forecast(Subject::Forecast(day(), ""), SubjectKind::Forecast, "2026-11-23", None)]
    #[case::bay(Subject::PackingBay("4", "B"), SubjectKind::PackingBay, "4", Some("B"))]
    fn the_object_of_an_entry_has_the_id_that_people_search_for(
        #[case] subject: Subject<'_>,
        #[case] kind: SubjectKind,
        #[case] id: &str,
        #[case] part: Option<&str>,
    ) {
        let about = subject.about();
        assert_eq!((about.kind, about.id.as_str(), about.part.as_deref()), (kind, id, part));
    }

    #[test]
    fn a_route_day_has_its_business_day() {
        assert_eq!(Subject::RouteDay(day(), "amber").about().day, Some(day()));
    }
}
