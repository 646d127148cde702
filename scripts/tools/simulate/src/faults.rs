//! What goes wrong with fridges: how often, and for how long.
//!
//! Each fault comes and goes by itself. The share of the fleet that has it at any time is the fault's `share`; a fleet
//! begins with that many, so that screens show faults from the first report on.

use crate::chance;
use anyhow::{Context, Result, bail, ensure};
use chrono::Duration;
use fastrand::Rng;
use shared::Instant;
use std::{collections::BTreeMap, str::FromStr};
use strum::{Display, EnumIter, EnumString, IntoEnumIterator};

/// Something that can be wrong with a fridge.
#[derive(Clone, Copy, Debug, Display, EnumIter, EnumString, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[strum(serialize_all = "kebab-case")]
pub enum Fault {
    /// The compressor stands still: the fridge warms up to the room.
    Warm,
    /// The motor of the vending unit is stuck.
    Motor,
    /// The sensor at the exit sees what is not there.
    ProductDetect,
    /// Something lies under the elevator.
    Elevator,
    /// The vending unit does not answer in time.
    Timeout,
    /// The door stands open.
    Door,
    /// The card reader is lost.
    Reader,
    /// The touchscreen is lost.
    Touch,
    /// The display is lost.
    Display,
    /// The electrical layout is lost.
    Layout,
    /// Nobody can sign in to the fridge from afar.
    Inaccessible,
    /// The network is slow.
    Network,
    /// The fridge took itself out of order.
    OutOfOrder,
    /// Nothing is heard of the fridge.
    Silent,
}

impl Fault {
    /// The share of a working company's fleet that has it, in percent, and how long it lasts on average.
    fn usual(self) -> (f64, Duration) {
        match self {
            Self::Warm => (1.0, Duration::hours(3)),
            Self::Motor => (1.5, Duration::hours(5)),
            Self::ProductDetect => (0.8, Duration::hours(2)),
            Self::Elevator => (0.5, Duration::hours(1)),
            Self::Timeout => (0.5, Duration::minutes(45)),
            Self::Door => (0.2, Duration::minutes(20)),
            Self::Reader => (2.0, Duration::hours(2)),
            Self::Touch => (0.9, Duration::hours(3)),
            Self::Display => (0.8, Duration::hours(4)),
            Self::Layout => (0.4, Duration::hours(6)),
            Self::Inaccessible => (1.5, Duration::hours(12)),
            Self::Network => (4.0, Duration::hours(1)),
            Self::OutOfOrder => (1.2, Duration::hours(8)),
            Self::Silent => (1.2, Duration::hours(3)),
        }
    }
}

/// How large a share of the fleet each fault has, in percent.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares(BTreeMap<Fault, f64>);

impl Shares {
    /// Those of a working company.
    pub fn usual() -> Self {
        Self(Fault::iter().map(|fault| (fault, fault.usual().0)).collect())
    }

    /// A fleet without faults.
    pub fn none() -> Self {
        Self(BTreeMap::new())
    }

    fn of(&self, fault: Fault) -> f64 {
        self.0.get(&fault).copied().unwrap_or_default()
    }
}

impl FromStr for Shares {
    type Err = anyhow::Error;

    /// Reads `usual`, `none`, or shares in percent such as `warm=10,silent=5`, with or without `usual` before them.
    fn from_str(text: &str) -> Result<Self> {
        let mut shares = Self::none();
        for part in text.split(',').map(str::trim) {
            match part.split_once('=') {
                Some((fault, share)) => {
                    let known = || Fault::iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join(", ");
                    let fault = fault.parse().ok().with_context(|| format!("'{fault}' is none of {}", known()))?;
                    let share: f64 = share.parse().with_context(|| format!("'{share}' is no share in percent"))?;
                    ensure!((0.0..=100.0).contains(&share), "a share is 0 to 100 percent, not {share}");
                    shares.0.insert(fault, share);
                }
                None if part == "usual" => shares.0.extend(Self::usual().0),
                None if part == "none" => shares.0.clear(),
                None => bail!("'{part}' is neither 'usual' nor 'none' nor a fault with its share"),
            }
        }
        Ok(shares)
    }
}

/// The faults of one fridge: which it has, and when that changes.
#[derive(Clone, Debug)]
pub struct Faults {
    all: BTreeMap<Fault, State>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    since: Option<Instant>,
    until: Instant,
    share: f64,
}

impl Faults {
    /// The faults with which a fridge begins, as if it had been there for ever.
    pub fn begin(shares: &Shares, rng: &mut Rng, now: Instant) -> Self {
        let begin = |fault: Fault| {
            let share = shares.of(fault);
            // Chance is drawn whatever the share is, so that another share of one fault leaves the others alone.
            let (has, rest) = (chance::percent(rng, share), rng.f64());
            let since = has.then(|| now.plus(-chance::seconds(fault.usual().1.as_seconds_f64() * rest)));
            let state = State { since, until: now.plus(stretch(fault, share, has, rng)), share };
            (share > 0.0).then_some((fault, state))
        };
        Self { all: Fault::iter().filter_map(begin).collect() }
    }

    /// Whether the fridge has it.
    pub fn has(&self, fault: Fault) -> bool {
        self.all.get(&fault).is_some_and(|state| state.since.is_some())
    }

    /// Since when the fridge has it.
    pub fn since(&self, fault: Fault) -> Option<Instant> {
        self.all.get(&fault).and_then(|state| state.since)
    }

    /// When the next fault comes or goes.
    pub fn next(&self) -> Option<Instant> {
        self.all.values().map(|state| state.until).min()
    }

    /// Lets come and go what does so up to `now`; answers which faults those were.
    pub fn turn(&mut self, rng: &mut Rng, now: Instant) -> Vec<Fault> {
        let mut turned = Vec::new();
        for (fault, state) in self.all.iter_mut().filter(|(_, state)| state.until <= now) {
            let has = state.since.is_none();
            *state =
                State { since: has.then_some(now), until: now.plus(stretch(*fault, state.share, has, rng)), ..*state };
            turned.push(*fault);
        }
        turned
    }

    /// Takes over what is known of a fault: whether the fridge has it. Since when it has it is not known.
    pub fn resume(&mut self, fault: Fault, has: bool, rng: &mut Rng, now: Instant) {
        let share = self.all.get(&fault).map_or_else(|| fault.usual().0, |state| state.share);
        if has == self.has(fault) {
            return;
        }
        let state = State { since: has.then_some(now), until: now.plus(stretch(fault, share, has, rng)), share };
        self.all.insert(fault, state);
    }

    /// Somebody mends it. It may come again.
    pub fn mend(&mut self, fault: Fault, rng: &mut Rng, now: Instant) {
        if let Some(state) = self.all.get_mut(&fault).filter(|state| state.since.is_some()) {
            *state = State { since: None, until: now.plus(stretch(fault, state.share, false, rng)), ..*state };
        }
    }
}

/// How long a fridge goes on to have a fault, or not to have it.
fn stretch(fault: Fault, share: f64, has: bool, rng: &mut Rng) -> Duration {
    let with = fault.usual().1;
    // Of the whole time, `share` is with the fault.
    let without = chance::seconds(with.as_seconds_f64() * (100.0 - share) / share);
    match (has, share) {
        (true, share) if share >= 100.0 => Duration::days(3650),
        (true, _) => chance::wait(rng, with),
        (false, _) => chance::wait(rng, without),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn now() -> Instant {
        "2026-11-21T16:00:00Z".parse().unwrap()
    }

    #[rstest]
    #[case("usual", Shares::usual())]
    #[case("none", Shares::none())]
    #[case("warm=10,silent=5", Shares(BTreeMap::from([(Fault::Warm, 10.0), (Fault::Silent, 5.0)])))]
    #[case("usual, none", Shares::none())]
    fn shares_are_read(#[case] text: &str, #[case] shares: Shares) {
        assert_eq!(text.parse::<Shares>().unwrap(), shares);
    }

    #[rstest]
    #[case::unknown("rust=1")]
    #[case::no_number("warm=many")]
    #[case::too_much("warm=101")]
    #[case::a_word("often")]
    fn what_are_no_shares_is_refused(#[case] text: &str) {
        assert!(text.parse::<Shares>().is_err());
    }

    #[test]
    fn at_any_time_a_fault_has_its_share_of_the_fleet() {
        let shares: Shares = "motor=20,out-of-order=5".parse().unwrap();
        let mut rng = chance::named(1, "fleet");
        let mut fleet: Vec<Faults> = (0..4000).map(|_| Faults::begin(&shares, &mut rng, now())).collect();
        for hour in 0..48 {
            let now = now().plus(Duration::hours(hour));
            for fridge in &mut fleet {
                while fridge.next().is_some_and(|next| next <= now) {
                    let next = fridge.next().unwrap();
                    fridge.turn(&mut rng, next);
                }
            }
            let count = |fault| fleet.iter().filter(|fridge| fridge.has(fault)).count();
            assert!((700..900).contains(&count(Fault::Motor)), "{} at {hour} h", count(Fault::Motor));
            assert!((140..260).contains(&count(Fault::OutOfOrder)), "{} at {hour} h", count(Fault::OutOfOrder));
            assert_eq!(count(Fault::Warm), 0);
        }
    }

    #[test]
    fn a_fault_that_all_have_never_goes() {
        let faults = Faults::begin(&"silent=100".parse().unwrap(), &mut chance::named(1, "one"), now());
        assert!(faults.has(Fault::Silent) && faults.next().unwrap() > now().plus(Duration::days(1000)));
    }

    #[test]
    fn what_is_known_of_a_fault_is_taken_over_and_it_goes_in_its_time() {
        let mut rng = chance::named(1, "one");
        let mut faults = Faults::begin(&Shares::none(), &mut rng, now());
        faults.resume(Fault::Motor, true, &mut rng, now());
        assert_eq!(faults.since(Fault::Motor), Some(now()));
        faults.turn(&mut rng, now().plus(Duration::days(10)));
        assert!(!faults.has(Fault::Motor));
        faults.resume(Fault::Motor, false, &mut rng, now());
        assert!(!faults.has(Fault::Motor));
    }

    #[test]
    fn what_is_mended_is_gone() {
        let mut rng = chance::named(1, "one");
        let mut faults = Faults::begin(&"motor=99".parse().unwrap(), &mut rng, now());
        assert!(faults.since(Fault::Motor).is_some_and(|since| since <= now()));
        faults.mend(Fault::Motor, &mut rng, now());
        assert!(!faults.has(Fault::Motor) && faults.next().unwrap() > now());
    }
}
