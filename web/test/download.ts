import { vi } from "vitest";

/** Captures downloads. Returns a function that returns the text of the latest downloaded file. */
export function stubDownload(): () => Promise<string> {
  let saved: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved = blob as Blob;
    return "blob:file";
  });
  return async () => {
    if (!saved) throw new Error("No file was downloaded");
    return await saved.text();
  };
}
