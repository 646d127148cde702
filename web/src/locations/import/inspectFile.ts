import type { ImportContext } from "./checkTable";
import type { Inspection } from "./inspect";
import type { InspectRequest } from "./inspect.worker";

/** Far above any export: what is larger is something else, and would be read into memory whole. */
const LARGEST = 25 * 1024 * 1024;

/** Reads and checks a file beside the page, which stays responsive meanwhile. */
export async function inspectFile(file: Blob, context: ImportContext): Promise<Inspection> {
  if (file.size > LARGEST) return { ok: false, message: "The file is larger than 25 MB" };
  const bytes = await file.arrayBuffer();
  // Unit tests have no workers. Loaded there alone: a browser has all of it in its worker.
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
