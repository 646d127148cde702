//! GraphQL query `openHandoverNotes`: the open handover notes on all fridges or all routes.

use activity::{
    model::HandoverNote,
    notes::{self, OpenHandoverNotesArguments},
    store::HandoverNoteStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GetSpecificLocation, Action::GetUniqueRoutes]);
    const ACCESS: &'static [Access] = &[Table::HandoverNotes.index("open")];
    type Input = OpenHandoverNotesArguments;
    type Output = Page<HandoverNote>;
    type Dependencies = HandoverNoteStore;

    async fn run(store: &HandoverNoteStore, request: Request<Self::Input>) -> Result<Page<HandoverNote>> {
        notes::open_handover_notes(store, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
