/** What somebody can do, and why: the operations' needs, as their functions state them, against what was granted. */
import { OPERATIONS, type OperationNeeds } from "../operationNeeds.generated";

export interface Reach extends OperationNeeds {
  readonly can: boolean;
  /** The actions by which they can, or that they would need. Empty where sign-in is enough. */
  readonly by: OperationNeeds["needs"];
}

/** Every operation, for somebody of these actions; who is disabled can do nothing. */
export function reachOf(actions: readonly string[], enabled = true): readonly Reach[] {
  return OPERATIONS.map((operation) => {
    const held = operation.needs.filter((action) => actions.includes(action));
    const enough = operation.all ? held.length === operation.needs.length : held.length > 0;
    const can = enabled && (operation.needs.length === 0 || enough);
    return { ...operation, can, by: enough ? held : operation.needs };
  });
}

/** The actions that an operation needs, in words: all of them or one of them. */
export function needsText({ needs, all }: Pick<OperationNeeds, "needs" | "all">): string {
  return needs.join(all ? " and " : " or ");
}

export function whyOf({ can, by, all }: Reach): string {
  if (by.length === 0) return can ? "Signed in" : "Account disabled";
  return can ? by.join(", ") : `Needs ${needsText({ needs: by, all })}`;
}

/** The operations that an action opens. */
export function openedBy(action: string): readonly string[] {
  return OPERATIONS.filter(({ needs }) => needs.some((need) => need === action)).map(({ name }) => name);
}
