/** Determines which operations a user can perform, from the required and the granted actions. */
import { OPERATIONS, type OperationPermission } from "../operationPermissions.generated";

export interface OperationAccess extends OperationPermission {
  readonly can: boolean;
  /** The granted actions that allow the operation, or the required actions if it is not allowed. Empty if sign-in is enough. */
  readonly by: OperationPermission["needs"];
}

/** Returns the access to every operation for these actions. A disabled user has no access. */
export function listAccess(actions: readonly string[], enabled = true): readonly OperationAccess[] {
  return OPERATIONS.map((operation) => {
    const granted = operation.needs.filter((action) => actions.includes(action));
    const enough = operation.all ? granted.length === operation.needs.length : granted.length > 0;
    const can = enabled && (operation.needs.length === 0 || enough);
    return { ...operation, can, by: enough ? granted : operation.needs };
  });
}

/** Formats the required actions: joined by "and" if all are required, by "or" if one is enough. */
export function formatRequirement({ needs, all }: Pick<OperationPermission, "needs" | "all">): string {
  return needs.join(all ? " and " : " or ");
}

export function explainAccess({ can, by, all }: OperationAccess): string {
  if (by.length === 0) return can ? "Signed in" : "Account disabled";
  return can ? by.join(", ") : `Needs ${formatRequirement({ needs: by, all })}`;
}

/** The operations that require this action. */
export function findOperationsRequiring(action: string): readonly string[] {
  return OPERATIONS.filter(({ needs }) => needs.some((need) => need === action)).map(({ name }) => name);
}
