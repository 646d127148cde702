/** Toasts. They close after 4 to 7 seconds, depending on the length of the message. */

type Library = Pick<typeof import("sonner"), "toast" | "Toaster">;

const MIN_DURATION_MS = 4000;
const MAX_DURATION_MS = 7000;
const MS_PER_CHARACTER = 80;
const RETRY_INTERVAL_MS = 5000;

/** Repeats the load until the connection is back, so that no message is lost. */
async function load(): Promise<Library> {
  try {
    return await import("sonner");
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
    return load();
  }
}

let library: Promise<Library> | undefined;

/** Loads the library of the toasts once. It is not part of the first files, because no screen starts with a toast. */
export function loadToasts(): Promise<Library> {
  return (library ??= load());
}

/** Calls the library when it is loaded. */
function show(call: (toast: Library["toast"]) => unknown): void {
  void loadToasts().then(({ toast }) => call(toast));
}

export function durationOf(message: string): number {
  return Math.min(MAX_DURATION_MS, Math.max(MIN_DURATION_MS, message.length * MS_PER_CHARACTER));
}

export function toastSuccess(message: string): void {
  show((toast) => toast.success(message, { duration: durationOf(message) }));
}

/** The result of a fridge command: six seconds, top center (docs/requirements/health.md). */
export function toastCommandResult(kind: "success" | "error", message: string, description?: string): void {
  show((toast) => toast[kind](message, { duration: 6000, position: "top-center", description }));
}

export function toastFailure(message: string): void {
  show((toast) => toast.error(message, { duration: MAX_DURATION_MS }));
}

/** Closes the notice with this id. */
export function dismissNotice(id: string): void {
  show((toast) => toast.dismiss(id));
}

/** Shows a notice until it is dismissed. A second notice with the same id replaces the first. */
export function toastNotice(id: string, message: string): void {
  show((toast) => toast.info(message, { id, duration: Infinity, closeButton: true }));
}
