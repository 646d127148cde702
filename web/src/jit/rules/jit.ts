/**
 * The rules for changing the JIT status of a stop (docs/requirements/stocking.md, JIT-2 and JIT-3). The server has the same
 * rules; `functions/jit/cases/jit.json` tests both.
 */

export const REASONS: readonly string[] = [
  "Driver Call Off",
  "Driver Training",
  "Linehaul Delay",
  "Staff Shortage",
  "Van Issue",
  "Other",
];

/** The selectable statuses. An unchanged row shows '-'. */
export const STATUSES = ["Off", "On"] as const;

interface StopState {
  readonly jit: boolean | null;
  readonly decided: boolean;
  readonly stocked: boolean;
  /** The stop's day is before today, in Central time. */
  readonly past: boolean;
}

/** Returns why the stop is locked, or undefined if its JIT status can be changed. */
export function lockOf({ jit, decided, stocked, past }: StopState): string | undefined {
  if (decided) return "JIT was already updated";
  if (stocked) return "The stop is already stocked";
  if (past) return "The day is over";
  return jit ? undefined : "JIT is not on";
}

/** Returns the error of a decision, or null if it is valid. */
export function decisionError(jitIndicator: boolean, reason: string | null): string | null {
  if (jitIndicator) return reason ? "A reason is allowed only when JIT is turned off" : null;
  return REASONS.includes(reason ?? "") ? null : `reason should be one of ${REASONS.join(", ")}`;
}

/** The reasons to choose from for a status. */
export function reasonsOf(status: string): readonly string[] {
  return status === "Off" ? REASONS : [];
}
