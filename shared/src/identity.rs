//! The caller, and proof of their permission.

use crate::{Action, Environment, Error, FromEnvironment, RequiredPermission, Result, error::WrongToken};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// A user, from the claims of a verified ID token. Never read from a payload.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Caller {
    sub: String,
    email: String,
}

/// The user pool client whose ID tokens are accepted: the web app. The user pool may have other clients.
#[derive(Clone, Debug)]
pub(crate) struct Audience(String);

impl FromEnvironment for Audience {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self(environment.variable("USER_POOL_CLIENT_ID")?))
    }
}

impl Caller {
    /// Reads the claims of an ID token that AppSync or API Gateway verified.
    ///
    /// # Errors
    /// [`Error::WrongToken`] if the claims are those of an access token or of another client, or lack the user's id or
    /// e-mail.
    pub(crate) fn from_claims(claims: Option<&Map<String, Value>>, Audience(client): &Audience) -> Result<Self> {
        let claim = |name: &str| {
            claims.and_then(|claims| claims.get(name)).and_then(Value::as_str).filter(|value| !value.is_empty())
        };
        let wrong = |reason| Err(Error::WrongToken(reason));
        match (claim("token_use"), claim("aud"), claim("sub"), claim("email")) {
            (Some("access"), ..) => wrong(WrongToken::Access),
            (Some("id"), Some(audience), ..) if audience != client => wrong(WrongToken::OtherClient),
            (Some("id"), Some(_), Some(sub), Some(email)) => Ok(Self { sub: sub.into(), email: email.to_lowercase() }),
            _ => wrong(WrongToken::Unidentified),
        }
    }

    /// The user's id in the user pool.
    pub fn sub(&self) -> &str {
        &self.sub
    }

    /// The user's e-mail in lower case, as history and flags store it.
    pub fn email(&self) -> &str {
        &self.email
    }
}

/// Proof that the adapter checked the caller's permission. Functions that write require it.
///
/// Only the adapters create it, and [`Permit::system`] for workers.
#[derive(Clone, Debug)]
pub struct Permit {
    caller: Caller,
    proven: BTreeSet<Action>,
}

/// Proof that the caller holds a specific action.
#[derive(Clone, Debug)]
pub struct Proof {
    caller: Caller,
    action: Action,
}

impl Proof {
    /// The action.
    pub fn action(&self) -> Action {
        self.action
    }

    /// The caller.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }
}

impl Permit {
    /// Checks the required permission against the caller's actions.
    pub(crate) fn check(caller: Caller, required: RequiredPermission, granted: &BTreeSet<Action>) -> Result<Self> {
        let actions: &[Action] = match &required {
            RequiredPermission::SignIn => return Ok(Self { caller, proven: BTreeSet::new() }),
            RequiredPermission::Action(action) => std::slice::from_ref(action),
            RequiredPermission::All(actions) | RequiredPermission::AnyOf(actions) => actions,
        };
        let proven: BTreeSet<Action> = actions.iter().copied().filter(|action| granted.contains(action)).collect();
        let lacks_one =
            matches!(required, RequiredPermission::All(_)) && actions.iter().any(|action| !proven.contains(action));
        if proven.is_empty() || lacks_one { Err(Error::Forbidden) } else { Ok(Self { caller, proven }) }
    }

    /// Proof of `action`, which must be one of the operation's [`RequiredPermission`].
    ///
    /// # Errors
    /// [`Error::Forbidden`] if the caller does not hold it.
    pub fn proof(&self, action: Action) -> Result<Proof> {
        if self.proven.contains(&action) {
            Ok(Proof { caller: self.caller.clone(), action })
        } else {
            Err(Error::Forbidden)
        }
    }

    /// Creates a permit for a worker. History shows `name`.
    pub fn system(name: &str) -> Self {
        Self { caller: Caller { sub: format!("system:{name}"), email: name.into() }, proven: BTreeSet::new() }
    }

    /// The caller.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The user's name in history: the e-mail, or the name of a worker.
    pub fn user(&self) -> &str {
        &self.caller.email
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    fn web() -> Audience {
        Audience("web".into())
    }

    #[rstest]
    #[case::no_claims(json!(null), WrongToken::Unidentified)]
    #[case::access_token(
        json!({"token_use": "access", "client_id": "web", "sub": "s", "email": "a@b.c"}), WrongToken::Access
    )]
    #[case::no_use(json!({"aud": "web", "sub": "s", "email": "a@b.c"}), WrongToken::Unidentified)]
    #[case::no_email(json!({"token_use": "id", "aud": "web", "sub": "s"}), WrongToken::Unidentified)]
    #[case::empty_email(json!({"token_use": "id", "aud": "web", "sub": "s", "email": ""}), WrongToken::Unidentified)]
    #[case::no_sub(json!({"token_use": "id", "aud": "web", "email": "a@b.c"}), WrongToken::Unidentified)]
    #[case::no_audience(json!({"token_use": "id", "sub": "s", "email": "a@b.c"}), WrongToken::Unidentified)]
    #[case::another_client(
        json!({"token_use": "id", "aud": "other", "sub": "s", "email": "a@b.c"}), WrongToken::OtherClient
    )]
    fn rejects_claims_that_identify_no_member_of_staff(#[case] claims: Value, #[case] expected: WrongToken) {
        let rejected = Caller::from_claims(claims.as_object(), &web());
        assert!(matches!(rejected, Err(Error::WrongToken(reason)) if reason == expected), "{rejected:?}");
    }

    #[test]
    fn reads_the_caller_from_an_id_token() -> Result<(), Error> {
        let claims = json!({"token_use": "id", "aud": "web", "sub": "s-1", "email": "Ann@Example.com"});
        let caller = Caller::from_claims(claims.as_object(), &web())?;
        assert_eq!((caller.sub(), caller.email()), ("s-1", "ann@example.com"));
        Ok(())
    }

    #[test]
    fn permits_an_action_only_to_callers_who_hold_it() {
        let caller = || Caller { sub: "s".into(), email: "e".into() };
        let needs = RequiredPermission::Action(Action::UpdateLocation);
        assert!(Permit::check(caller(), needs, &BTreeSet::from([Action::UpdateLocation])).is_ok());
        assert!(Permit::check(caller(), needs, &BTreeSet::from([Action::CreateLocation])).is_err());
        assert!(Permit::check(caller(), RequiredPermission::SignIn, &BTreeSet::new()).is_ok());
    }

    #[test]
    fn an_operation_that_needs_all_of_several_actions_rejects_a_caller_who_lacks_one() {
        let caller = || Caller { sub: "s".into(), email: "e".into() };
        let needs = RequiredPermission::All(&[Action::AddScheduledEvent, Action::UpdateLocation]);
        let check = |granted: &[Action]| Permit::check(caller(), needs, &granted.iter().copied().collect());
        assert!(check(&[Action::AddScheduledEvent, Action::UpdateLocation]).is_ok());
        assert!(matches!(check(&[Action::AddScheduledEvent]), Err(Error::Forbidden)));
        assert!(matches!(check(&[Action::UpdateLocation, Action::ManagePermissions]), Err(Error::Forbidden)));
        assert!(matches!(
            Permit::check(caller(), RequiredPermission::All(&[]), &BTreeSet::new()),
            Err(Error::Forbidden)
        ));
    }

    #[test]
    fn one_of_several_actions_suffices_and_only_it_is_proven() -> Result<(), Error> {
        let caller = || Caller { sub: "s".into(), email: "e".into() };
        let needs = RequiredPermission::AnyOf(&[Action::UploadRoutes, Action::UploadPars]);
        let granted = BTreeSet::from([Action::UploadPars, Action::UpdateForecast]);
        let permit = Permit::check(caller(), needs, &granted)?;
        assert_eq!(permit.proof(Action::UploadPars)?.action(), Action::UploadPars);
        assert!(matches!(permit.proof(Action::UploadRoutes), Err(Error::Forbidden)));
        // Granted, but not one of the required actions.
        assert!(matches!(permit.proof(Action::UpdateForecast), Err(Error::Forbidden)));
        assert!(Permit::check(caller(), needs, &BTreeSet::from([Action::UpdateForecast])).is_err());
        assert!(Permit::check(caller(), RequiredPermission::AnyOf(&[]), &granted).is_err());
        Ok(())
    }
}
