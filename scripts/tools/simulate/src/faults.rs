//! Faults of fridges: how often they occur and how long they last.
//!
//! Faults start and end independently of each other. At any time, a fault affects its `share` of the fleet. This is
//! also true at the start of the simulation, so that screens show faults from the first report on.

use crate::random;
use anyhow::{Context, Result, bail, ensure};
use chrono::Duration;
use fastrand::Rng;
use shared::Instant;
use std::{collections::BTreeMap, str::FromStr};
use strum::{Display, EnumIter, EnumString, IntoEnumIterator};

/// A fault that a fridge can have.
#[derive(Clone, Copy, Debug, Display, EnumIter, EnumString, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[strum(serialize_all = "kebab-case")]
pub enum Fault {
    /// The compressor is off, and the fridge warms up to room temperature.
    Warm,
    /// The motor of the vending unit is stuck.
    Motor,
    /// The sensor at the exit detects a product that is not there.
    ProductDetect,
    /// A product is under the elevator.
    Elevator,
    /// The vending unit does not respond in time.
    Timeout,
    /// The door is open.
    Door,
    /// The card reader is disconnected.
    Reader,
    /// The touchscreen is disconnected.
    Touch,
    /// The display is disconnected.
    Display,
    /// The electrical layout is unknown.
    Layout,
    /// Remote sign-in to the fridge is not possible.
    Inaccessible,
    /// The network is slow.
    Network,
    /// The fridge went out of order by itself.
    OutOfOrder,
    /// The fridge sends no messages.
    Silent,
}

impl Fault {
    /// The usual share of the fleet with this fault, in percent, and its average duration.
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

/// The share of the fleet that each fault affects, in percent.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares(BTreeMap<Fault, f64>);

impl Shares {
    /// The usual shares of all faults.
    pub fn usual() -> Self {
        Self(Fault::iter().map(|fault| (fault, fault.usual().0)).collect())
    }

    /// No faults.
    pub fn none() -> Self {
        Self(BTreeMap::new())
    }

    fn get(&self, fault: Fault) -> f64 {
        self.0.get(&fault).copied().unwrap_or_default()
    }
}

impl FromStr for Shares {
    type Err = anyhow::Error;

    /// Parses `usual`, `none`, or shares in percent such as `warm=10,silent=5`. Later parts override earlier ones, as
    /// in `usual,warm=10`.
    fn from_str(text: &str) -> Result<Self> {
        let mut shares = Self::none();
        for part in text.split(',').map(str::trim) {
            match part.split_once('=') {
                Some((fault, share)) => {
                    let known = || Fault::iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join(", ");
                    let fault = fault
                        .parse()
                        .ok()
                        .with_context(|| format!("unknown fault '{fault}'. Use one of: {}", known()))?;
                    let share: f64 = share.parse().ok().with_context(|| format!("'{share}' is not a percentage"))?;
                    ensure!((0.0..=100.0).contains(&share), "a share must be from 0 to 100 percent, not {share}");
                    shares.0.insert(fault, share);
                }
                None if part == "usual" => shares.0.extend(Self::usual().0),
                None if part == "none" => shares.0.clear(),
                None => {
                    bail!("invalid part '{part}'. Use 'usual', 'none' or a fault with its share, such as 'warm=10'")
                }
            }
        }
        Ok(shares)
    }
}

/// The faults of one fridge and the times at which they start and end.
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
    /// The initial faults of a fridge, as if it existed long before `now`.
    pub fn new(shares: &Shares, rng: &mut Rng, now: Instant) -> Self {
        let initial = |fault: Fault| {
            let share = shares.get(fault);
            // The same random values are drawn for every share, so that changing one fault's share does not change
            // the other faults.
            let (has, age) = (random::happens(rng, share), rng.f64());
            let since = has.then(|| now.plus(-random::capped_seconds(fault.usual().1.as_seconds_f64() * age)));
            let state = State { since, until: now.plus(random_duration(fault, share, has, rng)), share };
            (share > 0.0).then_some((fault, state))
        };
        Self { all: Fault::iter().filter_map(initial).collect() }
    }

    /// Whether the fridge has the fault.
    pub fn has(&self, fault: Fault) -> bool {
        self.all.get(&fault).is_some_and(|state| state.since.is_some())
    }

    /// When the fault started, if the fridge has it.
    pub fn since(&self, fault: Fault) -> Option<Instant> {
        self.all.get(&fault).and_then(|state| state.since)
    }

    /// When the next fault starts or ends.
    pub fn next_change(&self) -> Option<Instant> {
        self.all.values().map(|state| state.until).min()
    }

    /// Starts and ends all faults that are due at `now`. Returns the faults that changed.
    pub fn advance(&mut self, rng: &mut Rng, now: Instant) -> Vec<Fault> {
        let mut changed = Vec::new();
        for (fault, state) in self.all.iter_mut().filter(|(_, state)| state.until <= now) {
            let has = state.since.is_none();
            let until = now.plus(random_duration(*fault, state.share, has, rng));
            *state = State { since: has.then_some(now), until, ..*state };
            changed.push(*fault);
        }
        changed
    }

    /// Restores a fault from a stored report, which does not say when the fault started.
    pub fn restore(&mut self, fault: Fault, has: bool, rng: &mut Rng, now: Instant) {
        let share = self.all.get(&fault).map_or_else(|| fault.usual().0, |state| state.share);
        if has == self.has(fault) {
            return;
        }
        let until = now.plus(random_duration(fault, share, has, rng));
        let state = State { since: has.then_some(now), until, share };
        self.all.insert(fault, state);
    }

    /// Ends a fault that the fridge has. It can occur again.
    pub fn fix(&mut self, fault: Fault, rng: &mut Rng, now: Instant) {
        if let Some(state) = self.all.get_mut(&fault).filter(|state| state.since.is_some()) {
            *state = State { since: None, until: now.plus(random_duration(fault, state.share, false, rng)), ..*state };
        }
    }
}

/// How long a fridge keeps a fault, or stays without it.
fn random_duration(fault: Fault, share: f64, has: bool, rng: &mut Rng) -> Duration {
    let with = fault.usual().1;
    // On average, the fridge has the fault for `share` percent of the time.
    let without = random::capped_seconds(with.as_seconds_f64() * (100.0 - share) / share);
    match (has, share) {
        (true, share) if share >= 100.0 => Duration::days(3650),
        (true, _) => random::exponential(rng, with),
        (false, _) => random::exponential(rng, without),
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
    fn parses_shares(#[case] text: &str, #[case] shares: Shares) {
        assert_eq!(text.parse::<Shares>().unwrap(), shares);
    }

    #[rstest]
    #[case::unknown("rust=1")]
    #[case::not_a_number("warm=many")]
    #[case::over_100_percent("warm=101")]
    #[case::missing_share("often")]
    fn rejects_invalid_shares(#[case] text: &str) {
        assert!(text.parse::<Shares>().is_err());
    }

    #[test]
    fn a_fault_affects_its_share_of_the_fleet_at_any_time() {
        let shares: Shares = "motor=20,out-of-order=5".parse().unwrap();
        let mut rng = random::rng_for(1, "fleet");
        let mut fleet: Vec<Faults> = (0..4000).map(|_| Faults::new(&shares, &mut rng, now())).collect();
        for hour in 0..48 {
            let now = now().plus(Duration::hours(hour));
            for fridge in &mut fleet {
                while fridge.next_change().is_some_and(|next| next <= now) {
                    let next = fridge.next_change().unwrap();
                    fridge.advance(&mut rng, next);
                }
            }
            let count = |fault| fleet.iter().filter(|fridge| fridge.has(fault)).count();
            assert!((700..900).contains(&count(Fault::Motor)), "{} at {hour} h", count(Fault::Motor));
            assert!((140..260).contains(&count(Fault::OutOfOrder)), "{} at {hour} h", count(Fault::OutOfOrder));
            assert_eq!(count(Fault::Warm), 0);
        }
    }

    #[test]
    fn a_fault_with_a_share_of_100_percent_never_ends() {
        let faults = Faults::new(&"silent=100".parse().unwrap(), &mut random::rng_for(1, "one"), now());
        assert!(faults.has(Fault::Silent) && faults.next_change().unwrap() > now().plus(Duration::days(1000)));
    }

    #[test]
    fn a_restored_fault_ends_after_a_while() {
        let mut rng = random::rng_for(1, "one");
        let mut faults = Faults::new(&Shares::none(), &mut rng, now());
        faults.restore(Fault::Motor, true, &mut rng, now());
        assert_eq!(faults.since(Fault::Motor), Some(now()));
        faults.advance(&mut rng, now().plus(Duration::days(10)));
        assert!(!faults.has(Fault::Motor));
        faults.restore(Fault::Motor, false, &mut rng, now());
        assert!(!faults.has(Fault::Motor));
    }

    #[test]
    fn fixing_a_fault_ends_it() {
        let mut rng = random::rng_for(1, "one");
        let mut faults = Faults::new(&"motor=99".parse().unwrap(), &mut rng, now());
        assert!(faults.since(Fault::Motor).is_some_and(|since| since <= now()));
        faults.fix(Fault::Motor, &mut rng, now());
        assert!(!faults.has(Fault::Motor) && faults.next_change().unwrap() > now());
    }
}
