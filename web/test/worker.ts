/** Replaces the browser's workers: runs the checks in the test's thread and clones messages as a real worker would. */
import { vi } from "vitest";
import type { FromWorker, ToWorker, WorkerScope } from "../src/uploads/checkWorker";

type Serve = (scope: WorkerScope<never, never>) => void;

/** @param workers each worker's serve function, by the end of its file name such as `drivers.worker.ts` */
export function stubWorkers(workers: Readonly<Record<string, Serve>>): void {
  class InProcessWorker {
    onmessage: ((event: { data: FromWorker<never> }) => void) | null = null;
    onerror: (() => void) | null = null;
    #scope: WorkerScope<never, never>;
    #terminated = false;

    constructor(url: URL) {
      const serve = Object.entries(workers).find(([name]) => url.pathname.endsWith(name))?.[1];
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
