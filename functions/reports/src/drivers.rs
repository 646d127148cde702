//! Who the users of the drivers' log are: the user pool, remembered for some minutes while the function is warm.

use chrono::Duration;
use serde::Serialize;
use shared::{Environment, FromEnvironment, Instant, Result};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use users::directory::Directory;

/// How long it is believed: a new driver has an e-mail after that.
const BELIEVED: Duration = Duration::minutes(5);

/// Ids of users, and the e-mail of each.
pub type Emails = BTreeMap<String, String>;

/// What `GET /reports/driverlog/cognitoemails` answers.
#[derive(Clone, Debug, Serialize)]
pub struct DriverEmails {
    emails: Arc<Emails>,
}

/// The users of the pool.
#[derive(Debug)]
pub struct Drivers {
    directory: Directory,
    remembered: Remembered,
}

impl FromEnvironment for Drivers {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { directory: Directory::from_environment(environment)?, remembered: Remembered::default() })
    }
}

impl Drivers {
    /// The e-mails of all users, by their ids.
    ///
    /// # Errors
    /// Where the user pool cannot be read.
    pub async fn emails(&self, now: Instant) -> Result<DriverEmails> {
        if let Some(emails) = self.remembered.fresh(now) {
            return Ok(DriverEmails { emails });
        }
        let (mut emails, mut token) = (Emails::new(), None);
        loop {
            let (members, next) = self.directory.page(token).await?;
            emails.extend(members.into_iter().map(|member| (member.user, member.email)));
            token = next;
            if token.is_none() {
                return Ok(DriverEmails { emails: self.remembered.keep(emails, now) });
            }
        }
    }
}

/// What was read last, and when.
#[derive(Debug, Default)]
struct Remembered(Mutex<Option<(Instant, Arc<Emails>)>>);

impl Remembered {
    fn fresh(&self, now: Instant) -> Option<Arc<Emails>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().filter(|(at, _)| now.since(*at) < BELIEVED).map(|(_, emails)| Arc::clone(emails))
    }

    fn keep(&self, emails: Emails, now: Instant) -> Arc<Emails> {
        let emails = Arc::new(emails);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, Arc::clone(&emails)));
        emails
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_are_remembered_for_five_minutes() {
        let (remembered, now) = (Remembered::default(), "2026-11-21T10:00:00Z".parse::<Instant>().unwrap());
        assert!(remembered.fresh(now).is_none());
        remembered.keep([("u-1".into(), "ana@larder.example".into())].into(), now);
        assert_eq!(remembered.fresh(now.plus(BELIEVED - Duration::seconds(1))).map(|emails| emails.len()), Some(1));
        assert!(remembered.fresh(now.plus(BELIEVED)).is_none());
    }
}
