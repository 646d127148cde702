/** Compares the permissions of people with roles (docs/requirements/people.md, USR-7 and USR-8). */
import type { Action } from "../../api/actions";
import type { KnownFlag } from "./flags";

/** Actions and feature flags of a person or of a role. */
export interface Grants {
  readonly actions: readonly string[];
  readonly flags: readonly string[];
}

export interface NamedGrants extends Grants {
  readonly name: string;
}

/** The role that fits a person. */
export interface RoleFit {
  /** The role's name; null if no role fits or the person has no permissions. */
  readonly role: string | null;
  /** The names of actions and flags that the role does not contain. */
  readonly extra: readonly string[];
  /** Such as "Dispatcher", "Dispatcher + 2", "Custom" or "No permissions". */
  readonly label: string;
}

/** A person with more additional permissions has custom permissions. */
export const MAX_EXTRA = 5;

const namesOf = ({ actions, flags }: Grants): readonly string[] => [...actions, ...flags];

/**
 * Returns the role that fits a person: the largest role of which the person has all actions and flags, with at most
 * MAX_EXTRA others. The first of several roles of the same size is returned.
 */
export function fitRole(person: Grants, roles: readonly NamedGrants[]): RoleFit {
  const held = namesOf(person);
  if (held.length === 0) return { role: null, extra: [], label: "No permissions" };
  const contained = roles
    .map((role) => ({ name: role.name, names: namesOf(role) }))
    .filter(({ names }) => names.length > 0 && names.every((name) => held.includes(name)))
    .toSorted((one, other) => other.names.length - one.names.length);
  const [best] = contained;
  const extra = best ? held.filter((name) => !best.names.includes(name)) : held;
  if (!best || extra.length > MAX_EXTRA) return { role: null, extra: held, label: "Custom" };
  return { role: best.name, extra, label: extra.length === 0 ? best.name : `${best.name} + ${extra.length}` };
}

/** What changes if a person gets the actions and flags of a role, or of a colleague. */
export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

/** The difference if `after` replaces `before`. */
export function differenceOf(before: Grants, after: Grants): Difference {
  const [held, wanted] = [namesOf(before), namesOf(after)];
  return {
    added: wanted.filter((name) => !held.includes(name)),
    removed: held.filter((name) => !wanted.includes(name)),
    kept: held.filter((name) => wanted.includes(name)),
  };
}

/** The difference if a person gets the actions and flags of `source` in addition to their own. */
export function additionsOf(person: Grants, source: Grants): Difference {
  return { ...differenceOf(person, source), removed: [], kept: namesOf(person) };
}

/** The actions and flags of a role, with the types of the fields that edit them. */
export interface RoleValues {
  readonly name: string;
  readonly actions: readonly Action[];
  readonly flags: readonly KnownFlag[];
}
