//! Opening hours.

use chrono::NaiveTime;
use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt::{self, Write};

/// The weekdays, Monday first: field name and name in messages.
pub(crate) const DAYS: [(&str, &str); 7] = [
    ("monday", "Monday"),
    ("tuesday", "Tuesday"),
    ("wednesday", "Wednesday"),
    ("thursday", "Thursday"),
    ("friday", "Friday"),
    ("saturday", "Saturday"),
    ("sunday", "Sunday"),
];

/// A period within one day in which a location is open, in its time zone. JSON: `["08:00", "17:00"]`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Opening {
    from: NaiveTime,
    to: NaiveTime,
}

impl Opening {
    /// A full day: 00:00 to 23:59 (LOC-56).
    pub const ALL_DAY: Self = Self {
        from: NaiveTime::MIN,
        to: match NaiveTime::from_hms_opt(23, 59, 0) {
            Some(time) => time,
            None => NaiveTime::MIN,
        },
    };

    /// `None` if `from` is not before `to`.
    pub fn new(from: NaiveTime, to: NaiveTime) -> Option<Self> {
        (from < to).then_some(Self { from, to })
    }

    /// Whether the periods overlap. One may start when the other ends.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.from < other.to && other.from < self.to
    }

    /// Parses a time such as `08:00`.
    pub(crate) fn parse_time(text: &str) -> Option<NaiveTime> {
        (text.len() == 5).then(|| NaiveTime::parse_from_str(text, "%H:%M").ok()).flatten()
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} to {}", self.from.format("%H:%M"), self.to.format("%H:%M"))
    }
}

impl Serialize for Opening {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.from, self.to].map(|time| time.format("%H:%M").to_string()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Opening {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [from, to] = <[String; 2]>::deserialize(deserializer)?;
        let opening = Self::parse_time(&from).zip(Self::parse_time(&to)).and_then(|(from, to)| Self::new(from, to));
        opening.ok_or_else(|| D::Error::custom(format!("{from} to {to} is not a valid opening time")))
    }
}

shared::inline_schema!(Opening, "Opening", {
    let time = json_schema!({ "type": "string", "pattern": "^([01]\\d|2[0-3]):[0-5]\\d$" });
    json_schema!({ "type": "array", "prefixItems": [time, time], "items": false, "minItems": 2, "maxItems": 2 })
});

/// The opening hours of a week. A day without openings is closed.
#[derive(Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(default)]
#[expect(missing_docs, reason = "the names are weekdays")]
pub struct WorkHours {
    pub monday: Vec<Opening>,
    pub tuesday: Vec<Opening>,
    pub wednesday: Vec<Opening>,
    pub thursday: Vec<Opening>,
    pub friday: Vec<Opening>,
    pub saturday: Vec<Opening>,
    pub sunday: Vec<Opening>,
}

impl WorkHours {
    /// Creates a week from seven days, Monday first.
    pub fn of_week([monday, tuesday, wednesday, thursday, friday, saturday, sunday]: [Vec<Opening>; 7]) -> Self {
        Self { monday, tuesday, wednesday, thursday, friday, saturday, sunday }
    }

    /// Open all day, every day.
    pub fn around_the_clock() -> Self {
        Self::of_week(std::array::from_fn(|_| vec![Opening::ALL_DAY]))
    }

    /// The days, Monday first.
    pub fn week(&self) -> [&[Opening]; 7] {
        [&self.monday, &self.tuesday, &self.wednesday, &self.thursday, &self.friday, &self.saturday, &self.sunday]
    }

    /// The text that is stored as `hours`: '24 Hours', or 'Mon-Fri 08:00 to 17:00; ' for each run of equal days
    /// (LOC-56).
    pub fn summary(&self) -> String {
        if *self == Self::around_the_clock() {
            return "24 Hours".into();
        }
        let days = self.week().into_iter().zip(DAYS).collect::<Vec<_>>();
        let mut summary = String::new();
        for run in days.chunk_by(|(one, _), (next, _)| one == next) {
            let (Some((openings, (_, first))), Some((_, (_, last)))) = (run.first(), run.last()) else { continue };
            if openings.is_empty() {
                continue;
            }
            let short = |day: &str| day.chars().take(3).collect::<String>();
            let days = if first == last { short(first) } else { format!("{}-{}", short(first), short(last)) };
            let times: Vec<String> = openings.iter().map(Opening::to_string).collect();
            // Writing to a string cannot fail.
            let _ = write!(summary, "{days} {}; ", times.join(", "));
        }
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        name: String,
        work_hours: serde_json::Value,
        hours: String,
    }

    #[test]
    fn summarizes_hours_and_merges_equal_consecutive_days() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/hours.json")).unwrap();
        for Case { name, work_hours, hours } in cases {
            let week = crate::rules::hours::parse_week(&work_hours, "FRIDGE_1").unwrap();
            assert_eq!(week.summary(), hours, "{name}");
        }
    }

    #[test]
    fn around_the_clock_is_0000_to_2359_on_every_day() {
        let json = serde_json::to_value(WorkHours::around_the_clock()).unwrap();
        for (day, _) in DAYS {
            assert_eq!(json[day], serde_json::json!([["00:00", "23:59"]]));
        }
    }
}
