//! GraphQL mutation `updateMyPreferences`: replaces the caller's preferences.

use shared::prelude::*;
use users::preferences::{self, PreferenceStore, Preferences, UpdateArguments};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const LIMITS: Limits = preferences::LIMITS;
    const ACCESS: &'static [Access] = &[Table::Preferences.allows(&[GetItem, PutItem])];
    type Input = UpdateArguments;
    type Output = Preferences;
    type Dependencies = PreferenceStore;

    async fn run(store: &PreferenceStore, request: Request<UpdateArguments>) -> Result<Preferences> {
        preferences::update_my_preferences(store, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
