//! GraphQL mutation `copyPermissions`: grants to a member of staff whatever another holds.

use shared::{
    Action, Exit, Needs, Operation, Request, Result,
    audit::AuditTable,
    permissions::{PermissionStore, UserPermissions},
};
use users::{
    directory::Directory,
    permissions::{self, CopyArguments},
};

struct CopyPermissions;

impl Operation for CopyPermissions {
    const NAME: &'static str = "copyPermissions";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = CopyArguments;
    type Output = UserPermissions;
    type Uses = (Directory, PermissionStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::copy_permissions(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CopyPermissions>()
}
