/** What somebody can do, and why: the operations' needs, as their functions state them, against what was granted. */
import { OPERATIONS, type OperationNeeds } from "../operationNeeds.generated";

export interface Reach extends OperationNeeds {
  readonly can: boolean;
  /** The actions by which they can, or one of which they would need. None where to be signed in is enough. */
  readonly by: readonly string[];
}

/** Every operation, for somebody of these actions; who is disabled can do nothing. */
export function reachOf(actions: readonly string[], enabled = true): readonly Reach[] {
  return OPERATIONS.map((operation) => {
    const held = operation.needs.filter((action) => actions.includes(action));
    const can = enabled && (operation.needs.length === 0 || held.length > 0);
    return { ...operation, can, by: held.length > 0 ? held : operation.needs };
  });
}

export function whyOf({ can, by }: Reach): string {
  if (by.length === 0) return can ? "Signed in" : "Account disabled";
  return can ? by.join(", ") : `Needs ${by.join(" or ")}`;
}

/** The operations that an action opens. */
export function openedBy(action: string): readonly string[] {
  return OPERATIONS.filter(({ needs }) => needs.some((need) => need === action)).map(({ name }) => name);
}
