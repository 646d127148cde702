//! What is stored of an upload.

use serde::{Deserialize, Serialize};
use shared::{Action, Instant, Permit, Proof, Result};
use strum::{Display, EnumIter};
use uuid::Uuid;

/// Bytes of a megabyte.
pub const MEGABYTE: u64 = 1024 * 1024;

/// Where files of a kind are kept.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Folder {
    /// Drivers of locations, and routes with their stops.
    RoutesUpload,
    /// Par levels.
    ParAllocationUploads,
    /// The forecast.
    ForecastUploads,
    /// Planograms.
    PlanogramUploads,
    /// Prices of items.
    ItemPriceUploads,
}

impl Folder {
    /// What the folders need: an operation on any of them [`shared::Needs::AnyOf`] these.
    pub const ACTIONS: &'static [Action] = &[
        Action::UploadRoutes,
        Action::UploadPars,
        Action::UpdateForecast,
        Action::SchedulePlanogram,
        Action::UpdateItemPrices,
    ];

    /// What this folder needs.
    pub fn action(self) -> Action {
        match self {
            Self::RoutesUpload => Action::UploadRoutes,
            Self::ParAllocationUploads => Action::UploadPars,
            Self::ForecastUploads => Action::UpdateForecast,
            Self::PlanogramUploads => Action::SchedulePlanogram,
            Self::ItemPriceUploads => Action::UpdateItemPrices,
        }
    }

    /// The most bytes of a file in it.
    pub fn largest(self) -> u64 {
        match self {
            Self::ForecastUploads => 5 * MEGABYTE,
            Self::RoutesUpload | Self::ParAllocationUploads | Self::PlanogramUploads | Self::ItemPriceUploads => {
                50 * MEGABYTE
            }
        }
    }

    /// The folder for someone who may use it.
    ///
    /// # Errors
    /// [`shared::Error::Forbidden`] for everybody else.
    pub fn open(self, permit: &Permit) -> Result<OpenFolder> {
        Ok(OpenFolder { folder: self, proof: permit.proof(self.action())? })
    }
}

/// A folder, and the proof that the caller may use it: without one nothing is signed, stored or listed.
#[derive(Clone, Debug)]
pub struct OpenFolder {
    folder: Folder,
    proof: Proof,
}

impl OpenFolder {
    /// Which one.
    pub fn folder(&self) -> Folder {
        self.folder
    }

    /// The e-mail of who may use it.
    pub fn user(&self) -> &str {
        self.proof.caller().email()
    }
}

/// What a file is about; one folder can hold several. The browser has the same list: `cases/uploads.json` holds both to
/// it.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// Which driver comes to a location, and when on the way.
    Drivers,
    /// Routes and their stops by day.
    Routes,
    /// What lies in the slots of layouts.
    Planograms,
    /// What items cost.
    Prices,
    /// How many of each item by day.
    Forecast,
    /// Par levels of stockings.
    Pars,
}

impl Kind {
    /// The folder that keeps files of this kind.
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

/// How far an upload got.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum State {
    /// An address was given out. Until its outcome comes nothing else is known.
    Started,
    /// All of it was written.
    Finished,
    /// Some of it was written, and some was not.
    Partial,
    /// None of it was written, and some of it failed.
    Failed,
    /// None of it was: the file was refused whole.
    Refused,
}

/// What is wrong with a file.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct LineError {
    /// As an editor counts: the header is line 1. Of what concerns the whole file it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What is wrong there.
    pub message: String,
}

/// An upload.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    /// Where its file is kept.
    pub folder: Folder,
    /// Its identity, which sorts by time.
    pub upload_id: Uuid,
    /// The file's name as the person has it.
    pub file_name: String,
    /// Where the file lies in the bucket.
    pub key: String,
    /// The uploader's e-mail.
    pub user: String,
    /// When it began.
    pub at: Instant,
    /// The bytes that the file has, where the request for its address stated them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_length: Option<u64>,
    /// What it is about; known once it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// How far it got.
    pub state: State,
    /// Rows, or groups of rows, that were written; known once it ended, as the next two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<u32>,
    /// Those that were stored already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchanged: Option<u32>,
    /// Those that were not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<u32>,
    /// Why a file was refused; the first [`crate::rules::ERRORS_KEPT`] of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<LineError>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    #[test]
    fn every_folder_has_an_action_that_its_operations_name() {
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
    fn folders_kinds_and_states_match_those_of_the_browser() {
        let Cases { folders, kinds, states } = serde_json::from_str(include_str!("../cases/uploads.json")).unwrap();
        let folders: Vec<_> = folders.iter().map(|case| (case.folder, case.largest_megabytes * MEGABYTE)).collect();
        let ours: Vec<_> = Folder::iter().map(|folder| (folder, folder.largest())).collect();
        assert_eq!(folders, ours);
        assert!(kinds.iter().all(|case| case.kind.folder() == case.folder));
        assert_eq!(kinds.len(), Kind::iter().count());
        assert!(Kind::iter().all(|kind| kinds.iter().any(|case| case.kind == kind)));
        assert_eq!(states, State::iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_folder_is_not_open_to_who_proves_nothing() {
        assert!(Folder::iter().all(|folder| folder.open(&Permit::system("test")).is_err()));
    }
}
