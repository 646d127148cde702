//! GraphQL mutation `addHandoverNote`: adds a handover note to a fridge or a route.

use activity::{
    model::HandoverNote,
    notes::{self, AddHandoverNoteArguments, NoteEditor},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::WriteHandoverNote);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::HandoverNotes.allows(&[GetItem, PutItem]),
        Table::Locations.allows(&[GetItem]),
    ];
    type Input = AddHandoverNoteArguments;
    type Output = HandoverNote;
    type Dependencies = NoteEditor;

    async fn run(editor: &NoteEditor, request: Request<AddHandoverNoteArguments>) -> Result<HandoverNote> {
        notes::add_handover_note(editor, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
