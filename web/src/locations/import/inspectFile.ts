import type { ImportContext } from "./checkTable";
import type { Inspection } from "./inspect";
import type { InspectRequest } from "./inspect.worker";

/** Far above the size of any export. A larger file would fill the memory. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** Reads and validates a file in a web worker, so that the page stays responsive. */
export async function inspectFile(file: Blob, context: ImportContext): Promise<Inspection> {
  if (file.size > MAX_FILE_BYTES) return { ok: false, message: "The file is larger than 25 MB" };
  const bytes = await file.arrayBuffer();
  // Unit tests have no workers, so they import the module directly.
  if (typeof Worker === "undefined") return (await import("./inspect")).inspect(bytes, context);
  const worker = new Worker(new URL("./inspect.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<Inspection>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<Inspection>) => resolve(data));
      worker.addEventListener("error", () => reject(new Error("The file could not be checked")));
      worker.postMessage({ bytes, context } satisfies InspectRequest, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}
