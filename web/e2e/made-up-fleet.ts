/** A fleet that the server does not have: answers the calls for pages of locations in its place. */
import type { Page } from "@playwright/test";

export type Status = "LIVE" | "OFFLINE" | "DEAD";

export interface MadeUpFridge {
  readonly id: string;
  readonly type: string;
  readonly prettyName: string;
  readonly route: string | null;
  readonly stop: number | null;
  readonly status: Status;
  readonly prod: number;
  readonly latitude: string;
  readonly longitude: string;
}

/** What was asked for, call by call. */
export interface Asked {
  readonly status: Status;
  readonly count: number;
  readonly nextToken: string | null;
}

interface Body {
  readonly operationName?: string;
  readonly variables?: {
    readonly filter?: { readonly status?: Status; readonly count?: number };
    readonly nextToken?: string | null;
  };
}

/** As many LIVE fridges as asked for, around towns across the country, twenty on a route. */
export function madeUpFleet(size: number, differing: Partial<MadeUpFridge> = {}): MadeUpFridge[] {
  return Array.from({ length: size }, (_, index) => {
    const town = index % 180;
    return {
      id: `MU_${String(index).padStart(5, "0")}`,
      type: "FRIDGE",
      prettyName: `${["North", "East", "South", "West"][index % 4]} lobby of house ${index}`,
      route: index % 17 === 0 ? null : `route ${Math.floor(index / 20)}`,
      stop: index % 20,
      status: "LIVE",
      prod: index % 3 === 0 ? 0 : 1,
      latitude: (31 + ((town * 7) % 16) + ((index * 13) % 100) / 900).toFixed(4),
      longitude: (-120 + ((town * 11) % 46) + ((index * 29) % 100) / 900).toFixed(4),
      ...differing,
    };
  });
}

/** Answers with the fleet, in pages as large as asked for; `fleet` is read at each call. Other calls pass. */
export async function serveFleet(page: Page, fleet: () => readonly MadeUpFridge[]): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as Body | null;
    if (body?.operationName !== "locations") return route.fallback();
    const { status = "LIVE", count = 2500 } = body.variables?.filter ?? {};
    const nextToken = body.variables?.nextToken ?? null;
    asked.push({ status, count, nextToken });
    const all = fleet().filter((fridge) => fridge.status === status);
    const from = Number(nextToken ?? 0);
    const next = from + count < all.length ? String(from + count) : null;
    await route.fulfill({ json: { data: { locations: { items: all.slice(from, from + count), nextToken: next } } } });
  });
  return asked;
}
