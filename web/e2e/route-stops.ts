/** Stops of routes of a test's own, stored over the API as the signed-in person, on a day that no other test looks at. */
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

/** A day that is far off, and those after it. */
export function daysOfOwn(count: number): string[] {
  const first = Date.UTC(2100, 0, 1 + randomInt(300_000));
  return Array.from({ length: count }, (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10));
}

/** A name that no other test has. */
export function routeOfOwn(): string {
  return `e2e_${randomUUID().slice(0, 8)}`;
}

/** Calls the GraphQL interface as the page's signed-in person, some calls at once; answers each one's data. */
export async function call<Data>(page: Page, query: string, inputs: readonly unknown[]): Promise<Data[]> {
  const answers = await page.evaluate(
    async ({ query, inputs }) => {
      const { graphqlUrl } = (await (await fetch("/config.json")).json()) as { graphqlUrl: string };
      const key = Object.keys(localStorage).find((name) => name.endsWith(".idToken"));
      const authorization = localStorage.getItem(key ?? "") ?? "";
      const one = async (variables: unknown) => {
        const headers = { authorization, "content-type": "application/json" };
        const body = JSON.stringify({ query, variables });
        return (await (await fetch(graphqlUrl, { method: "POST", headers, body })).json()) as unknown;
      };
      const answers: unknown[] = [];
      for (let from = 0; from < inputs.length; from += 6) {
        answers.push(...(await Promise.all(inputs.slice(from, from + 6).map(one))));
      }
      return answers;
    },
    { query, inputs },
  );
  return answers.map((answer) => {
    const { data, errors } = answer as { data: Data | null; errors?: unknown };
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

/** The first page of all locations. */
export async function knownLocations(page: Page): Promise<KnownLocation[]> {
  const query = "query { opsLocations { locations { id type route stop } } }";
  const [data] = await call<{ opsLocations: { locations: KnownLocation[] } }>(page, query, [{}]);
  return data?.opsLocations.locations ?? [];
}

/** Stores the stops, a call for each route's day. */
export async function storeStops(page: Page, stops: readonly Stop[]): Promise<void> {
  const groups = new Map<string, Stop[]>();
  for (const stop of stops) {
    const key = `${stop.stockingDate} ${stop.route}`;
    groups.set(key, [...(groups.get(key) ?? []), stop]);
  }
  const mutation = "mutation ($input: [RouteStopInput!]!) { createRouteStops(input: $input) { outcome } }";
  await call(
    page,
    mutation,
    [...groups.values()].map((input) => ({ input })),
  );
}
