import type { ImportContext } from "./checkTable";
import { inspect } from "./inspect";

export interface InspectRequest {
  readonly bytes: ArrayBuffer;
  readonly context: ImportContext;
}

self.addEventListener("message", ({ data }: MessageEvent<InspectRequest>) => {
  // `reportError` fires the worker's error event on the page.
  inspect(data.bytes, data.context).then((inspection) => self.postMessage(inspection), reportError);
});
