/** Short notices that go away by themselves, after 4 to 7 seconds by how much there is to read. */
import { toast } from "sonner";

const SHORTEST = 4000;
const LONGEST = 7000;
const PER_CHARACTER = 80;

export function durationOf(message: string): number {
  return Math.min(LONGEST, Math.max(SHORTEST, message.length * PER_CHARACTER));
}

export function toastSuccess(message: string): void {
  toast.success(message, { duration: durationOf(message) });
}

/** Of commands to fridges: six seconds, top centre (spec of fleet operations, section 8). */
export function toastOfCommand(kind: "success" | "error", message: string, more?: string): void {
  toast[kind](message, { duration: 6000, position: "top-center", description: more });
}

export function toastFailure(message: string): void {
  toast.error(message, { duration: LONGEST });
}

/** Removes the notice of that name, once it no longer applies. */
export function dismissNotice(name: string): void {
  toast.dismiss(name);
}

/** Stays until it is dismissed; said again under the same name it stays one notice. */
export function toastNotice(name: string, message: string): void {
  toast.info(message, { id: name, duration: Infinity, closeButton: true });
}
