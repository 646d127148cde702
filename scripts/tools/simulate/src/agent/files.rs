//! The files of a fridge: its key, its certificate, and the state that a restart keeps.

use super::{State, session::Credentials};
use anyhow::{Context, Result};
use locations::model::LocationId;
use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

const KEY: &str = "key.pem";
const CERTIFICATE: &str = "certificate.pem";
/// The key of a requested certificate.
const NEXT_KEY: &str = "next-key.pem";
/// A received certificate that no connection has used yet.
const NEXT_CERTIFICATE: &str = "next-certificate.pem";
const STATE: &str = "state.json";

/// The folder with the files of a fridge. Only its owner can read them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Files {
    folder: PathBuf,
}

impl Files {
    /// The files in `folder`, which need not exist.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The fridges in `folder` that have a certificate: each subfolder has the name of a location. Sorted by id.
    ///
    /// # Errors
    /// If the folder cannot be read. A folder that does not exist has no fridges.
    pub fn find(folder: &Path) -> Result<Vec<(LocationId, Self)>> {
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.with_context(|| format!("could not read {}", folder.display()))?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry?;
            let id = entry.file_name().to_str().and_then(|name| name.parse::<LocationId>().ok());
            if let Some(id) = id.filter(|_| entry.path().join(CERTIFICATE).exists()) {
                found.push((id, Self::new(entry.path())));
            }
        }
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(found)
    }

    /// The certificate and its key.
    ///
    /// # Errors
    /// If a file is missing or unreadable.
    pub fn credentials(&self) -> Result<Credentials> {
        // A switch to a new certificate that was interrupted between its two steps is completed.
        if !self.path(NEXT_KEY).exists() && self.path(NEXT_CERTIFICATE).exists() {
            self.rename(NEXT_CERTIFICATE, CERTIFICATE)?;
        }
        Ok(Credentials { certificate: self.read(CERTIFICATE)?, key: self.read(KEY)? })
    }

    /// Stores a certificate and its key as the current ones.
    ///
    /// # Errors
    /// If a file cannot be written. The same applies to the functions below.
    pub fn store(&self, credentials: &Credentials) -> Result<()> {
        self.write(KEY, &credentials.key)?;
        self.write(CERTIFICATE, &credentials.certificate)
    }

    /// Stores the key of a requested certificate. An earlier request is no longer valid.
    pub fn store_next_key(&self, key: &str) -> Result<()> {
        self.remove(NEXT_CERTIFICATE)?;
        self.write(NEXT_KEY, key)
    }

    /// Stores a received certificate and returns it with the key of its request.
    pub fn store_next_certificate(&self, certificate: &str) -> Result<Credentials> {
        let key = self.read(NEXT_KEY)?;
        self.write(NEXT_CERTIFICATE, certificate)?;
        Ok(Credentials { certificate: certificate.into(), key })
    }

    /// Makes the received certificate the current one.
    pub fn use_next(&self) -> Result<()> {
        self.rename(NEXT_KEY, KEY)?;
        self.rename(NEXT_CERTIFICATE, CERTIFICATE)
    }

    /// Deletes a received certificate that the broker rejected, and its key.
    pub fn discard_next(&self) -> Result<()> {
        self.remove(NEXT_CERTIFICATE)?;
        self.remove(NEXT_KEY)
    }

    /// The stored state, or an empty one.
    ///
    /// # Errors
    /// If the file is not valid.
    pub fn state(&self) -> Result<State> {
        if !self.path(STATE).exists() {
            return Ok(State::default());
        }
        serde_json::from_str(&self.read(STATE)?).with_context(|| format!("{} is not valid", self.path(STATE).display()))
    }

    /// Stores the state.
    pub fn store_state(&self, state: &State) -> Result<()> {
        self.write(STATE, &serde_json::to_string(state)?)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn read(&self, name: &str) -> Result<String> {
        let path = self.path(name);
        fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))
    }

    /// Replaces a file in one step, so that a crash leaves the old or the new content.
    fn write(&self, name: &str, content: &str) -> Result<()> {
        let path = self.path(name);
        let write = || {
            fs::create_dir_all(&self.folder)?;
            let temporary = self.path(&format!("{name}.tmp"));
            let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&temporary)?;
            file.write_all(content.as_bytes())?;
            file.sync_all()?;
            fs::rename(&temporary, &path)
        };
        write().with_context(|| format!("could not write {}", path.display()))
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        fs::rename(self.path(from), self.path(to))
            .with_context(|| format!("could not write {}", self.path(to).display()))
    }

    fn remove(&self, name: &str) -> Result<()> {
        match fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("could not delete {}", self.path(name).display()))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A folder that is deleted at the end of the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new() -> Self {
            Self(std::env::temp_dir().join(format!("simulate-{}", uuid::Uuid::now_v7())))
        }

        fn files(&self, id: &str) -> Files {
            Files::new(self.0.join(id))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    fn credentials(number: u32) -> Credentials {
        Credentials { certificate: format!("certificate {number}"), key: format!("key {number}") }
    }

    #[test]
    fn only_the_owner_can_read_the_key_and_the_state() {
        let folder = Folder::new();
        let files = folder.files("CHI_0001");
        files.store(&credentials(1)).unwrap();
        files.store_state(&State::default()).unwrap();
        for name in [KEY, CERTIFICATE, STATE] {
            assert_eq!(fs::metadata(files.path(name)).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
        }
    }

    #[test]
    fn finds_the_fridges_that_have_a_certificate() {
        let folder = Folder::new();
        assert_eq!(Files::find(&folder.0).unwrap(), []);
        for id in ["CHI_0002", "CHI_0001"] {
            folder.files(id).store(&credentials(1)).unwrap();
        }
        folder.files("CHI_0003").store_state(&State::default()).unwrap();
        let found: Vec<String> = Files::find(&folder.0).unwrap().into_iter().map(|(id, _)| id.to_string()).collect();
        assert_eq!(found, ["CHI_0001", "CHI_0002"]);
    }

    #[test]
    fn a_new_certificate_replaces_the_current_one_only_when_it_is_used() {
        let folder = Folder::new();
        let files = folder.files("CHI_0001");
        files.store(&credentials(1)).unwrap();
        files.store_next_key("key 2").unwrap();
        assert_eq!(files.store_next_certificate("certificate 2").unwrap(), credentials(2));
        assert_eq!(files.credentials().unwrap(), credentials(1));
        files.use_next().unwrap();
        assert_eq!(files.credentials().unwrap(), credentials(2));
        assert!(files.store_next_certificate("certificate 3").is_err(), "a certificate without a request");
    }

    #[test]
    fn a_switch_that_was_interrupted_after_its_first_step_is_completed() {
        let folder = Folder::new();
        let files = folder.files("CHI_0001");
        files.store(&credentials(1)).unwrap();
        files.store_next_key("key 2").unwrap();
        files.store_next_certificate("certificate 2").unwrap();
        files.rename(NEXT_KEY, KEY).unwrap();
        assert_eq!(files.credentials().unwrap(), credentials(2));
    }

    #[test]
    fn a_rejected_certificate_is_discarded() {
        let folder = Folder::new();
        let files = folder.files("CHI_0001");
        files.store(&credentials(1)).unwrap();
        files.store_next_key("key 2").unwrap();
        files.store_next_certificate("certificate 2").unwrap();
        files.discard_next().unwrap();
        files.discard_next().unwrap();
        assert_eq!(files.credentials().unwrap(), credentials(1));
    }

    #[test]
    fn reads_the_stored_state() {
        let folder = Folder::new();
        let files = folder.files("CHI_0001");
        assert_eq!(files.state().unwrap(), State::default());
        let state = State { software_revision: 7, ..State::default() };
        files.store_state(&state).unwrap();
        assert_eq!(files.state().unwrap(), state);
    }
}
