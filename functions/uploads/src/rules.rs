//! Rules of uploads, without I/O. Requirements: `docs/requirements/uploads.md`.

use crate::model::{Folder, Kind, LineError, MEGABYTE, State};
use chrono::Duration;
use serde_json::Value;
use shared::{FieldError, Instant};
use strum::IntoEnumIterator;
use uuid::Uuid;

/// Validity of presigned URLs.
pub const URL_VALIDITY: Duration = Duration::minutes(10);
/// The accepted content types. Browsers use the second one for CSV files if a spreadsheet program is installed.
pub(crate) const CONTENT_TYPES: [&str; 3] =
    ["text/csv", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"];
/// Maximum length of a file name, in characters.
pub const MAX_NAME_CHARS: usize = 255;
/// Maximum number of errors that are stored for a file.
pub const MAX_ERRORS: usize = 200;
/// Length of an upload id, in characters.
const UUID_LENGTH: usize = 36;
/// Maximum length of the file name in a key, in characters.
const MAX_NAME_CHARS_IN_KEY: usize = 100;

/// Validates the name and content type of a file. Returns all invalid fields.
pub fn validate(file_name: &str, content_type: &str) -> Vec<FieldError> {
    let name = if file_name.trim().is_empty() {
        Some("fileName cannot be empty".to_owned())
    } else if file_name.chars().count() > MAX_NAME_CHARS {
        Some(format!("fileName can have at max {MAX_NAME_CHARS} characters"))
    } else {
        None
    };
    let is_accepted = CONTENT_TYPES.contains(&content_type);
    let kind = (!is_accepted).then(|| format!("contentType should be one of {}", CONTENT_TYPES.join(", ")));
    let errors = [("fileName", name), ("contentType", kind)];
    errors.into_iter().filter_map(|(field, message)| Some(FieldError::new(field, message?))).collect()
}

/// Parses the stated size of a file, a number or a string. Returns `None` if the request states none.
///
/// # Errors
/// If it is not a positive integer, or exceeds the folder's maximum.
pub fn content_length(folder: Folder, stated: &Value) -> Result<Option<u64>, FieldError> {
    let error = |message: String| FieldError::new("contentLength", message);
    let bytes = match stated {
        Value::Null => return Ok(None),
        Value::Number(number) => number.as_u64(),
        Value::String(digits) => digits.parse().ok(),
        _ => None,
    };
    match bytes {
        None | Some(0) => Err(error("contentLength should be the file's number of bytes, at least 1".into())),
        Some(bytes) if bytes > folder.max_bytes() => Err(error(too_large_message(folder))),
        Some(bytes) => Ok(Some(bytes)),
    }
}

/// Returns the message for a file that is too large for its folder.
pub fn too_large_message(folder: Folder) -> String {
    format!("The file is larger than {} MB", folder.max_bytes() / MEGABYTE)
}

/// Checks the size of a file that arrived.
///
/// # Errors
/// The reason to reject the file: it is too large for its folder, or does not have the stated size.
pub fn check_arrived(folder: Folder, stated: Option<u64>, bytes: u64) -> Result<(), String> {
    match stated {
        _ if bytes > folder.max_bytes() => Err(too_large_message(folder)),
        Some(stated) if stated != bytes => {
            Err(format!("The file has {bytes} bytes, but the upload stated {stated}. Please upload it again."))
        }
        _ => Ok(()),
    }
}

/// Checks that the folder accepts files of the kind.
///
/// # Errors
/// An error of the field `kind`.
pub fn check_kind(folder: Folder, kind: Kind) -> Result<(), FieldError> {
    if kind.folder() == folder {
        Ok(())
    } else {
        Err(FieldError::new("kind", format!("{folder} does not accept {kind} files")))
    }
}

/// Returns the key of an upload's file: `folder/businessDay/uploadId-name`. Characters of the name that are not safe in
/// URLs, shells and headers are replaced. A long name is cut at the start, so that the extension is kept.
pub fn key(folder: Folder, now: Instant, upload: Uuid, file_name: &str) -> String {
    let is_safe = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let safe: String = file_name.trim().chars().map(|letter| if is_safe(letter) { letter } else { '_' }).collect();
    let safe = safe.get(safe.len().saturating_sub(MAX_NAME_CHARS_IN_KEY)..).unwrap_or(&safe);
    format!("{folder}/{}/{upload}-{safe}", now.central_date())
}

/// Parses the upload from a key. Returns `None` for a key that Larder did not generate.
pub fn upload_of(key: &str) -> Option<(Folder, Uuid)> {
    let (folder, path) = key.split_once('/')?;
    let (_, name) = path.split_once('/')?;
    let folder = Folder::iter().find(|candidate| candidate.to_string() == folder)?;
    Some((folder, name.get(..UUID_LENGTH)?.parse().ok()?))
}

/// Whether Larder reads the folder's files. For all other folders, the browser reads them and sends their rows.
pub fn is_read_by_server(folder: Folder) -> bool {
    folder == Folder::ForecastUploads
}

/// Returns the first [`MAX_ERRORS`] errors, so that an upload stays far below the size limit of a table item.
pub fn truncate_errors(mut errors: Vec<LineError>) -> Vec<LineError> {
    errors.truncate(MAX_ERRORS);
    errors
}

/// Returns the state of an upload from its numbers of written and failed rows.
pub fn final_state(written: u32, failed: u32) -> State {
    match (written, failed) {
        (_, 0) => State::Finished,
        (0, _) => State::Failed,
        _ => State::Partial,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde::Deserialize;
    use serde_json::json;

    #[rstest]
    #[case::safe_name("routes.csv", "routes.csv")]
    #[case::spaces_and_symbols("Week 47 (final)&more.csv", "Week_47__final__more.csv")]
    #[case::other_alphabets("Fahrpläne.csv", "Fahrpl_ne.csv")]
    #[case::unix_path("../../etc/passwd", ".._.._etc_passwd")]
    #[case::windows_path(r"C:\routes.csv", "C__routes.csv")]
    #[case::header_injection("a\r\nb.csv", "a__b.csv")]
    fn a_key_has_the_upload_id_and_a_safe_file_name(#[case] name: &str, #[case] safe_name: &str) {
        let (now, upload) = ("2026-11-22T03:00:00Z".parse().unwrap(), Uuid::nil());
        let key = key(Folder::RoutesUpload, now, upload, name);
        assert_eq!(key, format!("routes-upload/2026-11-21/00000000-0000-0000-0000-000000000000-{safe_name}"));
    }

    #[test]
    fn a_long_name_keeps_its_extension() {
        let name = format!("{}.csv", "x".repeat(200));
        let key = key(Folder::ForecastUploads, "2026-11-22T12:00:00Z".parse().unwrap(), Uuid::nil(), &name);
        assert!(key.ends_with("x.csv") && key.len() < 200, "{key}");
    }

    #[rstest]
    #[case("routes.csv", "text/csv", &[])]
    #[case("routes.csv", "application/vnd.ms-excel", &[])]
    #[case(" ", "text/csv", &["fileName"])]
    #[case("routes.csv", "text/html", &["contentType"])]
    #[case("routes.csv", "text/csv; charset=utf-8", &["contentType"])]
    #[case("", "", &["fileName", "contentType"])]
    fn rejects_missing_names_and_other_content_types(#[case] name: &str, #[case] kind: &str, #[case] fields: &[&str]) {
        let found = validate(name, kind);
        assert_eq!(found.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), fields);
        assert!(validate(&"x".repeat(256), "text/csv").len() == 1);
    }

    #[test]
    fn parses_the_upload_only_from_generated_keys() {
        let upload = Uuid::now_v7();
        let now = "2026-11-22T12:00:00Z".parse().unwrap();
        for folder in Folder::iter() {
            assert_eq!(upload_of(&key(folder, now, upload, "Week 47 (final).csv")), Some((folder, upload)));
        }
        for key in ["", "forecast-uploads", "forecast-uploads/x", "forecast-uploads/2026-11-22/x.csv", "secrets/a/b"] {
            assert_eq!(upload_of(key), None, "{key}");
        }
    }

    #[test]
    fn stores_only_the_first_errors_of_a_file() {
        let error = |line| LineError { line: Some(line), message: "Item cannot be empty".into() };
        let stored = truncate_errors((2..1000).map(error).collect());
        assert_eq!(stored.len(), MAX_ERRORS);
        assert_eq!(stored[0].line, Some(2));
    }

    #[derive(Deserialize)]
    struct Cases {
        outcomes: Vec<OutcomeCase>,
    }

    #[derive(Deserialize)]
    struct OutcomeCase {
        name: String,
        written: u32,
        failed: u32,
        state: State,
    }

    #[test]
    fn shared_cases_give_the_expected_final_state() {
        let cases: Cases = serde_json::from_str(include_str!("../cases/uploads.json")).unwrap();
        for OutcomeCase { name, written, failed, state } in cases.outcomes {
            assert_eq!(final_state(written, failed), state, "{name}");
        }
    }

    #[rstest]
    #[case(json!(null), Ok(None))]
    #[case(json!(1), Ok(Some(1)))]
    #[case(json!("5242880"), Ok(Some(5_242_880)))]
    #[case(json!(5_242_881), Err("The file is larger than 5 MB"))]
    #[case(json!(0), Err("contentLength should be the file's number of bytes, at least 1"))]
    #[case(json!(-1), Err("contentLength should be the file's number of bytes, at least 1"))]
    #[case(json!("1.5"), Err("contentLength should be the file's number of bytes, at least 1"))]
    #[case(json!([1]), Err("contentLength should be the file's number of bytes, at least 1"))]
    fn parses_the_stated_length_and_checks_the_folders_limit(
        #[case] stated: Value,
        #[case] expected: Result<Option<u64>, &str>,
    ) {
        let found = content_length(Folder::ForecastUploads, &stated).map_err(|error| error.message);
        assert_eq!(found, expected.map_err(str::to_owned));
    }

    #[test]
    fn rejects_a_file_that_is_too_large_or_has_another_length() {
        let max = Folder::ForecastUploads.max_bytes();
        let check = |stated, bytes| check_arrived(Folder::ForecastUploads, stated, bytes);
        assert_eq!(check(None, max), Ok(()));
        assert_eq!(check(Some(7), 7), Ok(()));
        assert_eq!(check(None, max + 1), Err("The file is larger than 5 MB".into()));
        assert!(check(Some(7), 8).is_err() && check(Some(7), max + 1).is_err());
    }

    #[test]
    fn rejects_a_kind_of_another_folder() {
        assert!(check_kind(Folder::ParAllocationUploads, Kind::Pars).is_ok());
        assert_eq!(check_kind(Folder::RoutesUpload, Kind::Pars).unwrap_err().field, "kind");
    }
}
