/** Toasts. They close after 4 to 7 seconds, depending on the length of the message. */
import { toast } from "sonner";

const MIN_DURATION_MS = 4000;
const MAX_DURATION_MS = 7000;
const MS_PER_CHARACTER = 80;

export function durationOf(message: string): number {
  return Math.min(MAX_DURATION_MS, Math.max(MIN_DURATION_MS, message.length * MS_PER_CHARACTER));
}

export function toastSuccess(message: string): void {
  toast.success(message, { duration: durationOf(message) });
}

/** The result of a fridge command: six seconds, top center (docs/requirements/health.md). */
export function toastCommandResult(kind: "success" | "error", message: string, description?: string): void {
  toast[kind](message, { duration: 6000, position: "top-center", description });
}

export function toastFailure(message: string): void {
  toast.error(message, { duration: MAX_DURATION_MS });
}

/** Closes the notice with this id. */
export function dismissNotice(id: string): void {
  toast.dismiss(id);
}

/** Shows a notice until it is dismissed. A second notice with the same id replaces the first. */
export function toastNotice(id: string, message: string): void {
  toast.info(message, { id, duration: Infinity, closeButton: true });
}
