import type { ImportContext } from "./checkTable";
import { inspect } from "./inspect";

export interface InspectRequest {
  readonly bytes: ArrayBuffer;
  readonly context: ImportContext;
}

self.addEventListener("message", ({ data }: MessageEvent<InspectRequest>) => {
  // What breaks here is an error event at the page's end.
  inspect(data.bytes, data.context).then((inspection) => self.postMessage(inspection), reportError);
});
