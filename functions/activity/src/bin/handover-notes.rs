//! GraphQL query `handoverNotes`: the handover notes on a fridge or a route.

use activity::{
    model::HandoverNote,
    notes::{self, HandoverNotesArguments},
    store::HandoverNoteStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GetSpecificLocation, Action::GetUniqueRoutes]);
    const ACCESS: &'static [Access] = &[Table::HandoverNotes.index("byObject")];
    type Input = HandoverNotesArguments;
    type Output = Page<HandoverNote>;
    type Dependencies = HandoverNoteStore;

    async fn run(store: &HandoverNoteStore, request: Request<Self::Input>) -> Result<Page<HandoverNote>> {
        notes::handover_notes(store, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
