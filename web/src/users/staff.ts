/** Reads and changes the permissions, accounts and feature flags of staff. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { ACTIONS, type Action } from "../api/actions";
import { graphql } from "../api/graphql";
import { rest, type PageQuery, type ResponseBody } from "../api/rest";
import { mergeIntoCache } from "../api/mergeIntoCache";
import { RARE_CHANGE_STALE_TIME } from "../lib/staleTime";
import {
  administratorsDocument,
  applyRoleDocument,
  copyPermissionsDocument,
  createStaffAccountDocument,
  featureFlagHistoryDocument,
  lastSignInDocument,
  permissionHistoryDocument,
  removeRoleDocument,
  resendInvitationDocument,
  roleHistoryDocument,
  rolesDocument,
  saveRoleDocument,
  setFeatureFlagDocument,
  setStaffAccountEnabledDocument,
  staffFlagsDocument,
  type CreateStaffAccountMutation,
  type PermissionHistoryQuery,
  type RolesQuery,
  type StaffFlagsQuery,
} from "./operations.generated";
import type { Person } from "./rules/people";
import type { Grants, RoleValues } from "./rules/roles";

/** Shown for a failure without a message from the server (docs/requirements/people.md, USR-1). */
export const PROHIBITED = "Error! User Action Prohibited!";

type Granted = ResponseBody<"POST /users/permissions">;

/** A user with the actions and flags after a change. */
export interface ChangedAccess extends Granted {
  readonly flags: readonly string[];
}

/** All accounts of staff and drivers. The add form lists them all, so every page is read. */
export const staffQuery = queryOptions({
  queryKey: ["staff"],
  queryFn: async ({ signal }): Promise<readonly Person[]> => {
    const people: Person[] = [];
    let query: PageQuery = {};
    do {
      const { items, nextToken } = await rest("GET /users/permissions", { query }, { signal });
      people.push(...items);
      query = nextToken === undefined ? {} : { nextToken };
    } while (query.nextToken !== undefined);
    return people.sort((one, other) => one.email.localeCompare(other.email));
  },
});

export async function grant(user: string, action: Action): Promise<Granted> {
  return rest("POST /users/permissions", { body: { user, action } });
}

export async function revoke(user: string, action: Action): Promise<Granted> {
  return rest("POST /users/permissions/remove", { body: { user, action } });
}

/** The actions of a response that this version of the app has a name for. */
function knownActions<T extends { readonly actions: readonly string[] }>(granted: T) {
  return { ...granted, actions: ACTIONS.filter((action) => granted.actions.includes(action)) };
}

export async function copyPermissions(from: string, to: string): Promise<ChangedAccess> {
  return knownActions((await graphql(copyPermissionsDocument, { input: { from, to } })).copyPermissions);
}

export type Role = RolesQuery["roles"][number];

export const rolesQuery = queryOptions({
  queryKey: ["roles"],
  queryFn: async ({ signal }) => (await graphql(rolesDocument, {}, { signal })).roles,
});

/** Replaces all actions and flags of a user by those of a role. `before` is what the user saw. */
export async function applyRole(user: string, role: Role, before: Grants): Promise<ChangedAccess> {
  const { actions, flags } = before;
  const input = { user, role: role.id, version: role.version, actions, flags };
  return knownActions((await graphql(applyRoleDocument, { input })).applyRole);
}

export async function saveRole(client: QueryClient, values: RoleValues, version: number): Promise<Role> {
  const { saveRole: role } = await graphql(saveRoleDocument, { input: { ...values, version } });
  await client.invalidateQueries({ queryKey: rolesQuery.queryKey });
  void client.invalidateQueries({ queryKey: ["roleHistory", role.id] });
  return role;
}

/** Removes a role, or restores its default. */
export async function removeRole(client: QueryClient, { id, version }: Role): Promise<void> {
  await graphql(removeRoleDocument, { input: { id, version } });
  await client.invalidateQueries({ queryKey: rolesQuery.queryKey });
  void client.invalidateQueries({ queryKey: ["roleHistory", id] });
}

/** The e-mails of the users who can grant permissions. */
export const administratorsQuery = queryOptions({
  queryKey: ["administrators"],
  queryFn: async ({ signal }) => (await graphql(administratorsDocument, {}, { signal })).administrators,
  staleTime: RARE_CHANGE_STALE_TIME,
});

/** The time of a user's latest sign-in; null if there is none in 90 days. */
export const lastSignInQuery = (user: string) =>
  queryOptions({
    queryKey: ["lastSignIn", user],
    queryFn: async ({ signal }) => (await graphql(lastSignInDocument, { user }, { signal })).lastSignIn,
  });

type StaffAccount = CreateStaffAccountMutation["createStaffAccount"];

export async function invite(email: string): Promise<StaffAccount> {
  return (await graphql(createStaffAccountDocument, { email })).createStaffAccount;
}

export async function resendInvitation(user: string) {
  return (await graphql(resendInvitationDocument, { user })).resendInvitation;
}

export async function setEnabled(user: string, enabled: boolean) {
  return (await graphql(setStaffAccountEnabledDocument, { input: { user, enabled } })).setStaffAccountEnabled;
}

/** Adds a new account without permissions to the cached lists of accounts and of feature flags. */
export function addCachedPerson(client: QueryClient, account: StaffAccount): void {
  const { user, email } = account;
  function add<Entry extends { readonly user: string }>(entry: Entry) {
    return (known: readonly Entry[]) => (known.some((each) => each.user === user) ? known : [entry, ...known]);
  }
  mergeIntoCache(client, staffQuery.queryKey, add<Person>({ ...account, actions: [], driver: false }));
  mergeIntoCache(client, staffFlagsQuery.queryKey, add<StaffFlags>({ user, email, flags: [] }));
}

/** Merges a changed user into the cache, and invalidates the queries that depend on it. */
export function updateCachedPerson(client: QueryClient, person: Partial<Person> & Pick<Person, "user">): void {
  mergeIntoCache<readonly Person[]>(client, staffQuery.queryKey, (known) =>
    known.map((each) => (each.user === person.user ? { ...each, ...person } : each)),
  );
  void client.invalidateQueries({ queryKey: ["permissionHistory", person.user] });
  void client.invalidateQueries({ queryKey: ["myPermissions"] });
}

/** Merges the actions and flags of a changed user into the cache, and invalidates the queries that depend on them. */
export function updateCachedAccess(client: QueryClient, { flags, ...person }: ChangedAccess): void {
  updateCachedPerson(client, person);
  mergeIntoCache<readonly StaffFlags[]>(client, staffFlagsQuery.queryKey, (known) =>
    known.map((each) => (each.user === person.user ? { ...each, flags } : each)),
  );
  void client.invalidateQueries({ queryKey: ["featureFlagHistory"] });
  void client.invalidateQueries({ queryKey: ["featureFlags"] });
}

export type AccessChange = PermissionHistoryQuery["permissionHistory"]["items"][number];

const firstPage = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { readonly nextToken: string | null }) => page.nextToken,
};

export function permissionHistoryQuery(user: string) {
  return infiniteQueryOptions({
    queryKey: ["permissionHistory", user],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(permissionHistoryDocument, { user, nextToken: pageParam }, { signal })).permissionHistory,
    ...firstPage,
  });
}

export function roleHistoryQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["roleHistory", id],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(roleHistoryDocument, { id, nextToken: pageParam }, { signal })).roleHistory,
    ...firstPage,
  });
}

export function flagHistoryQuery(flag: string) {
  return infiniteQueryOptions({
    queryKey: ["featureFlagHistory", flag],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(featureFlagHistoryDocument, { flag, nextToken: pageParam }, { signal })).featureFlagHistory,
    ...firstPage,
  });
}

export type StaffFlags = StaffFlagsQuery["staffFlags"]["items"][number];

export const staffFlagsQuery = queryOptions({
  queryKey: ["staffFlags"],
  queryFn: async ({ signal }): Promise<readonly StaffFlags[]> => {
    const people: StaffFlags[] = [];
    let nextToken: string | null = null;
    do {
      const page: StaffFlagsQuery = await graphql(staffFlagsDocument, { nextToken }, { signal });
      people.push(...page.staffFlags.items);
      nextToken = page.staffFlags.nextToken;
    } while (nextToken !== null);
    return people.sort((one, other) => one.email.localeCompare(other.email));
  },
});

export async function setFlag(client: QueryClient, email: string, flag: string, on: boolean): Promise<void> {
  const { setFeatureFlag } = await graphql(setFeatureFlagDocument, { input: { email, flag, on } });
  mergeIntoCache<readonly StaffFlags[]>(client, staffFlagsQuery.queryKey, (known) =>
    known.map((each) => (each.user === setFeatureFlag.user ? setFeatureFlag : each)),
  );
  void client.invalidateQueries({ queryKey: ["featureFlagHistory", flag] });
  void client.invalidateQueries({ queryKey: ["featureFlags"] });
}
