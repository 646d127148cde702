/**
 * How long the object URL stays valid, in milliseconds. A browser that asks where to save the file, or scans it, reads
 * the URL some time after the click.
 */
const DOWNLOAD_TIMEOUT = 60_000;

/** Downloads `text` as a file in UTF-8 with this media type. */
export function downloadText(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_TIMEOUT);
}
