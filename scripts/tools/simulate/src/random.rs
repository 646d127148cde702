//! Reproducible random values: a seed and a name determine the sequence.

use chrono::Duration;
use fastrand::Rng;

/// A random generator for `name`. Its sequence does not depend on what other generators draw.
pub fn rng_for(seed: u64, name: &str) -> Rng {
    // FNV-1a, because it gives the same hash on every machine and with every compiler version.
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Rng::with_seed(hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// An exponentially distributed time with the given mean, at least one second.
pub fn exponential(rng: &mut Rng, mean: Duration) -> Duration {
    capped_seconds(mean.as_seconds_f64() * -(1.0 - rng.f64()).ln()).max(Duration::seconds(1))
}

/// A uniformly distributed time from `min` to `max`.
pub fn duration_between(rng: &mut Rng, min: Duration, max: Duration) -> Duration {
    Duration::milliseconds(rng.i64(min.num_milliseconds()..=max.num_milliseconds().max(min.num_milliseconds())))
}

/// Whether an event with a probability of `percent` happens.
pub fn happens(rng: &mut Rng, percent: f64) -> bool {
    rng.f64() * 100.0 < percent
}

/// An approximately normally distributed value with mean 0 and standard deviation 1: the sum of twelve uniform draws.
pub fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0
}

/// A duration of `count` seconds. Values over ten years, infinity and invalid values give ten years.
pub fn capped_seconds(count: f64) -> Duration {
    let max = Duration::days(3650);
    let time = std::time::Duration::try_from_secs_f64(count).ok();
    time.and_then(|time| Duration::from_std(time).ok()).map_or(max, |time| time.min(max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_depends_on_the_seed_and_the_name_only() {
        let draw = |seed, name| rng_for(seed, name).u64(..);
        assert_eq!(draw(1, "CHI_0001"), draw(1, "CHI_0001"));
        assert_ne!(draw(1, "CHI_0001"), draw(1, "CHI_0002"));
        assert_ne!(draw(1, "CHI_0001"), draw(2, "CHI_0001"));
    }

    #[test]
    fn exponential_times_have_the_requested_mean_and_last_at_least_a_second() {
        let mut rng = rng_for(1, "waits");
        let times: Vec<f64> = (0..20_000).map(|_| exponential(&mut rng, Duration::hours(1)).as_seconds_f64()).collect();
        let mean = times.iter().sum::<f64>() / 20_000.0;
        assert!((3400.0..3800.0).contains(&mean), "{mean}");
        assert!(times.iter().all(|time| *time >= 1.0));
        assert!(exponential(&mut rng, Duration::MAX) <= Duration::days(3650));
    }
}
