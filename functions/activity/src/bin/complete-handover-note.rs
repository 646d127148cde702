//! GraphQL mutation `completeHandoverNote`: marks a handover note as done.

use activity::{
    model::HandoverNote,
    notes::{self, CompleteHandoverNoteArguments},
    store::HandoverNoteStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::WriteHandoverNote);
    const ACCESS: &'static [Access] =
        &[Table::Audit.allows(&[PutItem]), Table::HandoverNotes.allows(&[GetItem, PutItem])];
    type Input = CompleteHandoverNoteArguments;
    type Output = HandoverNote;
    type Dependencies = (HandoverNoteStore, AuditTable);

    async fn run(
        dependencies: &Self::Dependencies,
        request: Request<CompleteHandoverNoteArguments>,
    ) -> Result<HandoverNote> {
        notes::complete_handover_note(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
