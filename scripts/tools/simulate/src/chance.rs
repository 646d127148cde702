//! Chance that is the same each time: it begins with a seed and a name.

use chrono::Duration;
use fastrand::Rng;

/// Chance for what is called `name`, whatever others draw.
pub fn named(seed: u64, name: &str) -> Rng {
    // FNV-1a: the same for ever, and on every machine.
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Rng::with_seed(hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The time until something that happens once in `mean` on average; at least a second.
pub fn wait(rng: &mut Rng, mean: Duration) -> Duration {
    seconds(mean.as_seconds_f64() * -(1.0 - rng.f64()).ln()).max(Duration::seconds(1))
}

/// A time between two, each as likely.
pub fn between(rng: &mut Rng, least: Duration, most: Duration) -> Duration {
    Duration::milliseconds(rng.i64(least.num_milliseconds()..=most.num_milliseconds().max(least.num_milliseconds())))
}

/// Whether something happens that does so in so many of a hundred cases.
pub fn percent(rng: &mut Rng, share: f64) -> bool {
    rng.f64() * 100.0 < share
}

/// About a bell curve of mean 0 and deviation 1: the sum of twelve even chances.
pub fn bell(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0
}

/// So many seconds; ten years where that is beyond counting.
pub fn seconds(count: f64) -> Duration {
    let most = Duration::days(3650);
    let time = std::time::Duration::try_from_secs_f64(count).ok();
    time.and_then(|time| Duration::from_std(time).ok()).map_or(most, |time| time.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_draws_the_same_each_time_and_another_name_or_seed_another() {
        let draw = |seed, name| named(seed, name).u64(..);
        assert_eq!(draw(1, "CHI_0001"), draw(1, "CHI_0001"));
        assert_ne!(draw(1, "CHI_0001"), draw(1, "CHI_0002"));
        assert_ne!(draw(1, "CHI_0001"), draw(2, "CHI_0001"));
    }

    #[test]
    fn waits_are_as_long_as_asked_on_average_and_never_none() {
        let mut rng = named(1, "waits");
        let waits: Vec<f64> = (0..20_000).map(|_| wait(&mut rng, Duration::hours(1)).as_seconds_f64()).collect();
        let mean = waits.iter().sum::<f64>() / 20_000.0;
        assert!((3400.0..3800.0).contains(&mean), "{mean}");
        assert!(waits.iter().all(|wait| *wait >= 1.0));
        assert!(wait(&mut rng, Duration::MAX) <= Duration::days(3650));
    }
}
