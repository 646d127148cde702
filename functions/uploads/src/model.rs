//! Stored form of uploads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{Action, Instant, Permit, Proof, Result};
use strum::{Display, EnumIter};
use uuid::Uuid;

/// One megabyte, in bytes.
pub const MEGABYTE: u64 = 1024 * 1024;

/// A folder of the bucket.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[schemars(rename = "UploadFolder")]
pub enum Folder {
    /// Drivers of locations, and routes with stops.
    RoutesUpload,
    /// Pars.
    ParAllocationUploads,
    /// The forecast.
    ForecastUploads,
    /// Planograms.
    PlanogramUploads,
    /// Item prices.
    ItemPriceUploads,
}

impl Folder {
    /// The actions of all folders. An operation on folders requires [`shared::RequiredPermission::AnyOf`] these.
    pub const ACTIONS: &'static [Action] = &[
        Action::UploadRoutes,
        Action::UploadPars,
        Action::UpdateForecast,
        Action::SchedulePlanogram,
        Action::UpdateItemPrices,
    ];

    /// Returns the action that the folder requires.
    pub fn action(self) -> Action {
        match self {
            Self::RoutesUpload => Action::UploadRoutes,
            Self::ParAllocationUploads => Action::UploadPars,
            Self::ForecastUploads => Action::UpdateForecast,
            Self::PlanogramUploads => Action::SchedulePlanogram,
            Self::ItemPriceUploads => Action::UpdateItemPrices,
        }
    }

    /// Returns the maximum size of a file in the folder, in bytes.
    pub fn max_bytes(self) -> u64 {
        match self {
            Self::ForecastUploads => 5 * MEGABYTE,
            Self::RoutesUpload | Self::ParAllocationUploads | Self::PlanogramUploads | Self::ItemPriceUploads => {
                50 * MEGABYTE
            }
        }
    }

    /// Checks that the caller has the folder's permission.
    ///
    /// # Errors
    /// [`shared::Error::Forbidden`] without the permission.
    pub fn authorize(self, permit: &Permit) -> Result<AuthorizedFolder> {
        Ok(AuthorizedFolder { folder: self, proof: permit.proof(self.action())? })
    }
}

/// A folder with the proof that the caller has its permission. Signing, storing and listing require it.
#[derive(Clone, Debug)]
pub struct AuthorizedFolder {
    folder: Folder,
    proof: Proof,
}

impl AuthorizedFolder {
    /// Returns the folder.
    pub fn folder(&self) -> Folder {
        self.folder
    }

    /// Returns the caller's e-mail address.
    pub fn user(&self) -> &str {
        self.proof.caller().email()
    }
}

/// The kind of a file. A folder can contain several kinds. The web app has the same list; tests of both use
/// `cases/uploads.json`.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[schemars(rename = "UploadKind")]
pub enum Kind {
    /// Routes and stops of locations.
    Drivers,
    /// Routes and stops by day.
    Routes,
    /// Planograms.
    Planograms,
    /// Item prices.
    Prices,
    /// The forecast.
    Forecast,
    /// Pars of stockings.
    Pars,
}

impl Kind {
    /// Returns the folder for files of this kind.
    pub fn folder(self) -> Folder {
        match self {
            Self::Drivers | Self::Routes => Folder::RoutesUpload,
            Self::Pars => Folder::ParAllocationUploads,
            Self::Forecast => Folder::ForecastUploads,
            Self::Planograms => Folder::PlanogramUploads,
            Self::Prices => Folder::ItemPriceUploads,
        }
    }
}

/// The state of an upload.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
#[schemars(rename = "UploadState")]
pub enum State {
    /// A presigned URL was issued. There is no result yet.
    Started,
    /// All rows were written.
    Finished,
    /// Some rows were written, some failed.
    Partial,
    /// No row was written, some failed.
    Failed,
    /// The file was rejected completely.
    Refused,
}

/// An error in a file.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct LineError {
    /// Line number. The header is line 1. Absent for an error of the whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The error message.
    pub message: String,
}

/// An upload.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    /// The folder of its file.
    pub folder: Folder,
    /// The id, which sorts by time.
    pub upload_id: Uuid,
    /// The name of the file on the user's computer.
    pub file_name: String,
    /// The file's key in the bucket.
    pub key: String,
    /// The uploader's e-mail address.
    pub user: String,
    /// The time at which the upload was created.
    pub at: Instant,
    /// The size of the file in bytes, if the request stated it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_length: Option<u64>,
    /// The kind of file. Present once there is a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The state.
    pub state: State,
    /// Number of rows, or groups of rows, that were written. Present once there is a result, like the next two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<u32>,
    /// Number of rows that were already stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchanged: Option<u32>,
    /// Number of rows that were not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<u32>,
    /// The first [`crate::rules::MAX_ERRORS`] errors of a rejected file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<LineError>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    #[test]
    fn actions_contain_the_action_of_each_folder() {
        assert!(Folder::iter().all(|folder| Folder::ACTIONS.contains(&folder.action())));
        assert_eq!(Folder::ACTIONS.len(), Folder::iter().count());
    }

    #[derive(Deserialize)]
    struct Cases {
        folders: Vec<FolderCase>,
        kinds: Vec<KindCase>,
        states: Vec<State>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct FolderCase {
        folder: Folder,
        largest_megabytes: u64,
    }

    #[derive(Deserialize)]
    struct KindCase {
        kind: Kind,
        folder: Folder,
    }

    #[test]
    fn folders_kinds_and_states_match_the_web_app() {
        let Cases { folders, kinds, states } = serde_json::from_str(include_str!("../cases/uploads.json")).unwrap();
        let folders: Vec<_> = folders.iter().map(|case| (case.folder, case.largest_megabytes * MEGABYTE)).collect();
        let expected: Vec<_> = Folder::iter().map(|folder| (folder, folder.max_bytes())).collect();
        assert_eq!(folders, expected);
        assert!(kinds.iter().all(|case| case.kind.folder() == case.folder));
        assert_eq!(kinds.len(), Kind::iter().count());
        assert!(Kind::iter().all(|kind| kinds.iter().any(|case| case.kind == kind)));
        assert_eq!(states, State::iter().collect::<Vec<_>>());
    }

    #[test]
    fn rejects_a_permit_without_the_folders_permission() {
        assert!(Folder::iter().all(|folder| folder.authorize(&Permit::system("test")).is_err()));
    }
}
