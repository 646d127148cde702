//! E-mail addresses of the users in the driver log. They are read from the user pool and cached while the function is
//! warm.

use chrono::Duration;
use schemars::JsonSchema;
use serde::Serialize;
use shared::{Environment, FromEnvironment, Instant, Result};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use users::directory::Directory;

/// Time to live of the cache. A new user appears after this time at the latest.
const CACHE_TTL: Duration = Duration::minutes(5);

/// E-mail addresses by user id.
pub type Emails = BTreeMap<String, String>;

/// Response of `GET /reports/driverlog/cognitoemails`.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DriverEmails {
    emails: Arc<Emails>,
}

/// Reads and caches the users of the user pool.
#[derive(Debug)]
pub struct DriverDirectory {
    directory: Directory,
    cache: EmailCache,
}

impl FromEnvironment for DriverDirectory {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { directory: Directory::from_environment(environment)?, cache: EmailCache::default() })
    }
}

impl DriverDirectory {
    /// Returns the e-mail addresses of all users, by user id.
    ///
    /// # Errors
    /// If the user pool cannot be read.
    pub async fn emails(&self, now: Instant) -> Result<DriverEmails> {
        if let Some(emails) = self.cache.get(now) {
            return Ok(DriverEmails { emails });
        }
        let (mut emails, mut token) = (Emails::new(), None);
        loop {
            let (members, next) = self.directory.page(token).await?;
            emails.extend(members.into_iter().map(|member| (member.user, member.email)));
            token = next;
            if token.is_none() {
                return Ok(DriverEmails { emails: self.cache.put(emails, now) });
            }
        }
    }
}

/// The last result and the time at which it was read.
#[derive(Debug, Default)]
struct EmailCache(Mutex<Option<(Instant, Arc<Emails>)>>);

impl EmailCache {
    fn get(&self, now: Instant) -> Option<Arc<Emails>> {
        let entry = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entry.as_ref().filter(|(at, _)| now.since(*at) < CACHE_TTL).map(|(_, emails)| Arc::clone(emails))
    }

    fn put(&self, emails: Emails, now: Instant) -> Arc<Emails> {
        let emails = Arc::new(emails);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, Arc::clone(&emails)));
        emails
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caches_emails_for_five_minutes() {
        let (cache, now) = (EmailCache::default(), "2026-11-21T10:00:00Z".parse::<Instant>().unwrap());
        assert!(cache.get(now).is_none());
        cache.put([("u-1".into(), "ana@larder.example".into())].into(), now);
        assert_eq!(cache.get(now.plus(CACHE_TTL - Duration::seconds(1))).map(|emails| emails.len()), Some(1));
        assert!(cache.get(now.plus(CACHE_TTL)).is_none());
    }
}
