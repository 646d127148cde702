/** Corrective actions for temperature excursions (docs/requirements/health.md, HLT-23). */
import type { CorrectiveActionKind } from "../../api/schema";
import type { Excursion } from "./temperatureRecord";

/** Each action with its label. */
export const ACTION_LABELS: Readonly<Record<CorrectiveActionKind, string>> = {
  DISCARDED_PRODUCTS: "Discarded the products",
  MOVED_PRODUCTS: "Moved the products",
  REPAIRED_FRIDGE: "Repaired the fridge",
  RESTARTED_COOLING: "Restarted the cooling",
  NO_ACTION_NEEDED: "No action needed",
  OTHER: "Other",
};

export const ACTION_KINDS = [
  "DISCARDED_PRODUCTS",
  "MOVED_PRODUCTS",
  "REPAIRED_FRIDGE",
  "RESTARTED_COOLING",
  "NO_ACTION_NEEDED",
  "OTHER",
] as const satisfies readonly CorrectiveActionKind[];

export const MAX_NOTE = 500;

/** Whether the action needs a note. The server has the same rule. */
export const needsNote = (action: string) => action === "NO_ACTION_NEEDED" || action === "OTHER";

interface Recorded {
  readonly excursionStart: string;
}

/** The actions for an excursion: those that were recorded for a start within it. */
export function actionsFor<Action extends Recorded>(
  { start, end }: Pick<Excursion, "start" | "end">,
  actions: readonly Action[],
): readonly Action[] {
  return actions.filter(({ excursionStart }) => {
    const at = Date.parse(excursionStart);
    return at >= start && at <= end;
  });
}
