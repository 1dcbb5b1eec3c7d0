//! Paths as the URIs of files, and back.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

const SCHEME: &str = "file://";

/// What may stand in the path of a URI as it is.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The path of a file's URI; `None` for a text that is no file.
pub(super) fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix(SCHEME)?;
    let (host, path) = rest.split_at(rest.find('/')?);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    if !host.is_empty() && host != "localhost" {
        return Some(PathBuf::from(format!("//{host}{path}")));
    }
    // `/c:/folder` has its drive behind the slash.
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if drive { &path[1..] } else { &path }))
}

/// The URI of a file.
pub(super) fn of_path(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path.into_owned()
    };
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("{SCHEME}{slash}{}", utf8_percent_encode(&path, ENCODED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_the_way_there_and_back() {
        for path in ["/a/b.txt", "/a b/ü?#%/日本.json", "/a+b/[c]"] {
            assert_eq!(
                to_path(&of_path(Path::new(path))),
                Some(PathBuf::from(path))
            );
        }
        assert_eq!(of_path(Path::new("/a b/c")), "file:///a%20b/c");
    }

    #[test]
    fn what_is_no_file_has_no_path() {
        assert_eq!(to_path("untitled:Untitled-1"), None);
        assert_eq!(to_path("file://"), None);
        assert_eq!(to_path("file:///%ff"), None);
        let path = to_path("file://localhost/a%3Ab");
        assert_eq!(path, Some(PathBuf::from("/a:b")));
    }
}
