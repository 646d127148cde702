//! Who calls, and the proof that they may.

use crate::{Action, Error, Needs};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// A person, as the verified ID token names them. Never read from a payload.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Caller {
    sub: String,
    email: String,
}

impl Caller {
    /// Reads the claims of an ID token that AppSync or API Gateway verified.
    ///
    /// # Errors
    /// [`Error::Forbidden`] where the claims are absent, are those of an access token, or name no e-mail: such a
    /// token proves a session but not a member of staff.
    pub(crate) fn from_claims(claims: Option<&Map<String, Value>>) -> Result<Self, Error> {
        let claim = |name: &str| {
            claims.and_then(|claims| claims.get(name)).and_then(Value::as_str).filter(|value| !value.is_empty())
        };
        match (claim("token_use"), claim("sub"), claim("email")) {
            (Some("id"), Some(sub), Some(email)) => Ok(Self { sub: sub.into(), email: email.to_lowercase() }),
            _ => Err(Error::Forbidden),
        }
    }

    /// The user's id in the user pool.
    pub fn sub(&self) -> &str {
        &self.sub
    }

    /// The user's e-mail, lower case: what history and flags know a person by.
    pub fn email(&self) -> &str {
        &self.email
    }
}

/// Proof that the adapter checked the caller's permission; what writes demand it.
///
/// It can be made only by the adapters, or by [`Permit::system`] for work that no person asked for.
#[derive(Clone, Debug)]
pub struct Permit {
    caller: Caller,
    proven: BTreeSet<Action>,
}

/// Proof that the caller was granted one certain action: what is done for one action among several demands it.
#[derive(Clone, Debug)]
pub struct Proof {
    caller: Caller,
    action: Action,
}

impl Proof {
    /// What was granted.
    pub fn action(&self) -> Action {
        self.action
    }

    /// To whom.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }
}

impl Permit {
    /// Checks `needs` against what the caller was granted.
    pub(crate) fn check(caller: Caller, needs: Needs, granted: &BTreeSet<Action>) -> Result<Self, Error> {
        let wanted: &[Action] = match &needs {
            Needs::SignIn => return Ok(Self { caller, proven: BTreeSet::new() }),
            Needs::Action(action) => std::slice::from_ref(action),
            Needs::AnyOf(actions) => actions,
        };
        let proven: BTreeSet<Action> = wanted.iter().copied().filter(|action| granted.contains(action)).collect();
        if proven.is_empty() { Err(Error::Forbidden) } else { Ok(Self { caller, proven }) }
    }

    /// Proof of `action`, which the operation named among those that it [`Needs`].
    ///
    /// # Errors
    /// [`Error::Forbidden`] where the caller was not granted it.
    pub fn proof(&self, action: Action) -> Result<Proof, Error> {
        if self.proven.contains(&action) {
            Ok(Proof { caller: self.caller.clone(), action })
        } else {
            Err(Error::Forbidden)
        }
    }

    /// For a worker, which acts for Larder itself: `name` is what history shows.
    pub fn system(name: &str) -> Self {
        Self { caller: Caller { sub: format!("system:{name}"), email: name.into() }, proven: BTreeSet::new() }
    }

    /// Who was permitted.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// What history calls the one who did it.
    pub fn user(&self) -> &str {
        &self.caller.email
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    #[rstest]
    #[case::no_claims(json!(null))]
    #[case::an_access_token(json!({"token_use": "access", "sub": "s", "email": "a@b.c"}))]
    #[case::no_email(json!({"token_use": "id", "sub": "s"}))]
    #[case::an_empty_email(json!({"token_use": "id", "sub": "s", "email": ""}))]
    #[case::no_sub(json!({"token_use": "id", "email": "a@b.c"}))]
    fn claims_that_name_no_member_of_staff_are_refused(#[case] claims: Value) {
        assert!(matches!(Caller::from_claims(claims.as_object()), Err(Error::Forbidden)));
    }

    #[test]
    fn a_caller_is_who_the_id_token_says() -> Result<(), Error> {
        let claims = json!({"token_use": "id", "sub": "s-1", "email": "Ann@Example.com"});
        let caller = Caller::from_claims(claims.as_object())?;
        assert_eq!((caller.sub(), caller.email()), ("s-1", "ann@example.com"));
        Ok(())
    }

    #[test]
    fn an_action_is_permitted_only_to_those_who_were_granted_it() {
        let caller = || Caller { sub: "s".into(), email: "e".into() };
        let needs = Needs::Action(Action::UpdateLocation);
        assert!(Permit::check(caller(), needs, &BTreeSet::from([Action::UpdateLocation])).is_ok());
        assert!(Permit::check(caller(), needs, &BTreeSet::from([Action::CreateLocation])).is_err());
        assert!(Permit::check(caller(), Needs::SignIn, &BTreeSet::new()).is_ok());
    }

    #[test]
    fn one_of_several_actions_lets_in_and_proves_itself_alone() -> Result<(), Error> {
        let caller = || Caller { sub: "s".into(), email: "e".into() };
        let needs = Needs::AnyOf(&[Action::UploadRoutes, Action::UploadPars]);
        let granted = BTreeSet::from([Action::UploadPars, Action::UpdateForecast]);
        let permit = Permit::check(caller(), needs, &granted)?;
        assert_eq!(permit.proof(Action::UploadPars)?.action(), Action::UploadPars);
        assert!(matches!(permit.proof(Action::UploadRoutes), Err(Error::Forbidden)));
        // Granted, but not what the operation says that it needs.
        assert!(matches!(permit.proof(Action::UpdateForecast), Err(Error::Forbidden)));
        assert!(Permit::check(caller(), needs, &BTreeSet::from([Action::UpdateForecast])).is_err());
        assert!(Permit::check(caller(), Needs::AnyOf(&[]), &granted).is_err());
        Ok(())
    }
}
