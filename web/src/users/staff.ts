/** Reads and changes the permissions, accounts and feature flags of staff. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { ACTIONS, type Action } from "../api/actions";
import { graphql } from "../api/graphql";
import { rest, type PageQuery, type ResponseBody } from "../api/rest";
import { mergeIntoCache } from "../api/mergeIntoCache";
import {
  copyPermissionsDocument,
  createStaffAccountDocument,
  featureFlagHistoryDocument,
  permissionHistoryDocument,
  resendInvitationDocument,
  setFeatureFlagDocument,
  setStaffAccountEnabledDocument,
  staffFlagsDocument,
  type PermissionHistoryQuery,
  type StaffFlagsQuery,
} from "./operations.generated";
import type { Person } from "./rules/people";

/** Shown for a failure without a message from the server (docs/requirements/people.md, USR-1). */
export const PROHIBITED = "Error! User Action Prohibited!";

type Granted = ResponseBody<"POST /users/permissions">;

/** All staff. The add form lists them all, so every page is read. */
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

export async function copyPermissions(from: string, to: string): Promise<Granted> {
  const { copyPermissions: granted } = await graphql(copyPermissionsDocument, { input: { from, to } });
  return { ...granted, actions: ACTIONS.filter((action) => granted.actions.includes(action)) };
}

export async function invite(email: string) {
  return (await graphql(createStaffAccountDocument, { email })).createStaffAccount;
}

export async function resendInvitation(user: string) {
  return (await graphql(resendInvitationDocument, { user })).resendInvitation;
}

export async function setEnabled(user: string, enabled: boolean) {
  return (await graphql(setStaffAccountEnabledDocument, { input: { user, enabled } })).setStaffAccountEnabled;
}

/** Merges a changed user into the cache, and invalidates the queries that depend on it. */
export function updateCachedPerson(client: QueryClient, person: Partial<Person> & Pick<Person, "user">): void {
  mergeIntoCache<readonly Person[]>(client, staffQuery.queryKey, (known) =>
    known.map((each) => (each.user === person.user ? { ...each, ...person } : each)),
  );
  void client.invalidateQueries({ queryKey: ["permissionHistory", person.user] });
  void client.invalidateQueries({ queryKey: ["myPermissions"] });
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
