import type { ImportContext } from "./checkTable";
import { inspect, type Inspection } from "./inspect";
import type { InspectRequest } from "./inspect.worker";

/** Reads and checks a file beside the page, which stays responsive meanwhile. */
export async function inspectFile(file: Blob, context: ImportContext): Promise<Inspection> {
  const bytes = await file.arrayBuffer();
  // Unit tests have no workers.
  if (typeof Worker === "undefined") return inspect(bytes, context);
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
