//! GraphQL query `myPreferences`: returns the caller's preferences.

use shared::prelude::*;
use users::preferences::{PreferenceStore, Preferences};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::Preferences.allows(&[GetItem])];
    type Input = NoInput;
    type Output = Preferences;
    type Dependencies = PreferenceStore;

    async fn run(store: &PreferenceStore, request: Request<NoInput>) -> Result<Preferences> {
        store.get(request.permit.caller().sub()).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
