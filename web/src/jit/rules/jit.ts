/**
 * What may be decided about a stop's JIT (spec of fleet operations, sections 4.6 and 5). The server has the same rules;
 * `functions/jit/cases/jit.json` holds both to the same answers.
 */

export const REASONS: readonly string[] = [
  "Driver Call Off",
  "Driver Training",
  "Linehaul Delay",
  "Staff Shortage",
  "Van Issue",
  "Other",
];

/** A row begins as '-', unchanged. */
export const STATUSES = ["Off", "On"] as const;

interface Standing {
  readonly jit: boolean | null;
  readonly decided: boolean;
  readonly stocked: boolean;
  /** The stop's day is before today, in Central time. */
  readonly past: boolean;
}

/** Why JIT of a stop can no longer be changed; nothing where it can. */
export function lockOf({ jit, decided, stocked, past }: Standing): string | undefined {
  if (decided) return "JIT was updated already";
  if (stocked) return "The stop is stocked already";
  if (past) return "The day is over";
  return jit ? undefined : "JIT is not on";
}

/** What is wrong with a decision; nothing where it can be sent. */
export function faultOf(jitIndicator: boolean, reason: string | null): string | null {
  if (jitIndicator) return reason ? "Only switching JIT off has a reason" : null;
  return REASONS.includes(reason ?? "") ? null : `reason should be one of ${REASONS.join(", ")}`;
}

/** The reasons that a status can have. */
export function reasonsOf(status: string): readonly string[] {
  return status === "Off" ? REASONS : [];
}
