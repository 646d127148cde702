/** Stores route stops over the API, on unique days and routes, so that tests do not affect each other. */
import { randomInt, randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

export interface Stop {
  readonly stockingDate: string;
  readonly market: "MW" | "NE" | "WC" | "S";
  readonly id: string;
  readonly route: string;
  readonly stop: number;
  readonly stockingIndex: number;
  readonly stopType: string;
}

/** Returns consecutive days in the far future, which no other test uses. */
export function uniqueDays(count: number): string[] {
  const first = Date.UTC(2100, 0, 1 + randomInt(300_000));
  return Array.from({ length: count }, (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10));
}

/** Returns a route name that no other test uses. */
export function uniqueRoute(): string {
  return `e2e_${randomUUID().slice(0, 8)}`;
}

/** Sends GraphQL requests as the signed-in user of the page, six at a time, and returns the data of each response. */
export async function callGraphql<Data>(page: Page, query: string, inputs: readonly unknown[]): Promise<Data[]> {
  const responses = await page.evaluate(
    async ({ query, inputs }) => {
      const { graphqlUrl } = (await (await fetch("/config.json")).json()) as { graphqlUrl: string };
      const key = Object.keys(localStorage).find((name) => name.endsWith(".idToken"));
      const authorization = localStorage.getItem(key ?? "") ?? "";
      const send = async (variables: unknown) => {
        const headers = { authorization, "content-type": "application/json" };
        const body = JSON.stringify({ query, variables });
        return (await (await fetch(graphqlUrl, { method: "POST", headers, body })).json()) as unknown;
      };
      const results: unknown[] = [];
      for (let from = 0; from < inputs.length; from += 6) {
        results.push(...(await Promise.all(inputs.slice(from, from + 6).map(send))));
      }
      return results;
    },
    { query, inputs },
  );
  return responses.map((response) => {
    const { data, errors } = response as { data: Data | null; errors?: unknown };
    expect(errors, query).toBeFalsy();
    return data as Data;
  });
}

export interface KnownLocation {
  readonly id: string;
  readonly type: string;
  readonly route: string | null;
  readonly stop: number | null;
}

/** Returns the first page of all locations. */
export async function listLocations(page: Page): Promise<KnownLocation[]> {
  const query = "query { opsLocations { locations { id type route stop } } }";
  const [data] = await callGraphql<{ opsLocations: { locations: KnownLocation[] } }>(page, query, [{}]);
  return data?.opsLocations.locations ?? [];
}

/** Stores the stops with one request per route and day. */
export async function storeStops(page: Page, stops: readonly Stop[]): Promise<void> {
  const groups = new Map<string, Stop[]>();
  for (const stop of stops) {
    const key = `${stop.stockingDate} ${stop.route}`;
    groups.set(key, [...(groups.get(key) ?? []), stop]);
  }
  const mutation = "mutation ($input: [RouteStopInput!]!) { createRouteStops(input: $input) { outcome } }";
  await callGraphql(
    page,
    mutation,
    [...groups.values()].map((input) => ({ input })),
  );
}
