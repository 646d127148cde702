/** The permissions that a screen needs, from the operations that it uses. */
import type { Permissions } from "../session/permissions";
import { OPERATIONS, type OperationPermission } from "../users/operationPermissions.generated";
import { formatRequirement } from "../users/rules/access";
import type { HelpScreen } from "./screen";

export interface Access {
  /** The required actions, or "Sign-in only". */
  readonly requirement: string;
  /** What the permission allows on the screen, a phrase for each operation. */
  readonly activities: readonly string[];
  readonly isGranted: boolean;
}

const isGranted = ({ needs, all }: OperationPermission, may: Permissions["may"]) =>
  needs.length === 0 || (all ? needs.every(may) : needs.some(may));

/** Groups the operations of a screen by the permission that they require. */
export function accessOf({ operations }: HelpScreen, may: Permissions["may"]): readonly Access[] {
  const used = OPERATIONS.filter(({ name }) => operations.includes(name));
  const groups = new Map<string, OperationPermission[]>();
  for (const operation of used) {
    const requirement = formatRequirement(operation) || "Sign-in only";
    groups.set(requirement, [...(groups.get(requirement) ?? []), operation]);
  }
  return [...groups].map(([requirement, group]) => ({
    requirement,
    activities: group.map(({ what }) => what.replace(/\.$/, "")),
    isGranted: group.every((operation) => isGranted(operation, may)),
  }));
}
