/** Workers in place of the browser's: the same checks, in the test's own thread, with messages copied as they would be. */
import { vi } from "vitest";
import type { FromWorker, ToWorker, WorkerScope } from "../src/uploads/checkWorker";

type Serve = (scope: WorkerScope<never, never>) => void;

/** @param served by the end of the worker's file name: `drivers.worker.ts` */
export function stubWorkers(served: Readonly<Record<string, Serve>>): void {
  class InProcessWorker {
    onmessage: ((event: { data: FromWorker<never> }) => void) | null = null;
    onerror: (() => void) | null = null;
    #scope: WorkerScope<never, never>;
    #terminated = false;

    constructor(url: URL) {
      const serve = Object.entries(served).find(([name]) => url.pathname.endsWith(name))?.[1];
      if (!serve) throw new Error(`The test has no worker for ${url.pathname}`);
      this.#scope = {
        onmessage: null,
        postMessage: (message) => this.#later(() => this.onmessage?.({ data: message })),
      };
      serve(this.#scope);
    }

    postMessage(message: ToWorker<never>, transfer: Transferable[] = []) {
      const data = structuredClone(message, { transfer });
      this.#later(() => this.#scope.onmessage?.({ data }));
    }

    terminate() {
      this.#terminated = true;
    }

    #later(deliver: () => void) {
      setTimeout(() => {
        if (!this.#terminated) deliver();
      });
    }
  }
  vi.stubGlobal("Worker", InProcessWorker);
}
