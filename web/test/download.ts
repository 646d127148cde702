import { vi } from "vitest";

/** Keeps what the page has the browser save; the answer tells the latest file's text. */
export function stubDownload(): () => Promise<string> {
  let saved: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved = blob as Blob;
    return "blob:file";
  });
  return async () => {
    if (!saved) throw new Error("Nothing was saved");
    return await saved.text();
  };
}
