/** A synthetic fleet, which replaces the server's responses to requests for locations. */
import type { Page } from "@playwright/test";

export type Status = "LIVE" | "OFFLINE" | "DEAD";

export interface SyntheticFridge {
  readonly id: string;
  readonly type: string;
  readonly prettyName: string;
  readonly address: {
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zipCode: string;
  };
  readonly route: string | null;
  readonly stop: number | null;
  readonly status: Status;
  readonly prod: number;
  readonly latitude: string;
  readonly longitude: string;
  readonly timeZone: string;
}

/** The variables of a request for locations. */
export interface LocationsRequest {
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

/** Creates `size` LIVE fridges near towns across the country, twenty per route. */
export function syntheticFleet(size: number, overrides: Partial<SyntheticFridge> = {}): SyntheticFridge[] {
  return Array.from({ length: size }, (_, index) => {
    const town = index % 180;
    return {
      id: `MU_${String(index).padStart(5, "0")}`,
      type: "FRIDGE",
      prettyName: `${["North", "East", "South", "West"][index % 4]} lobby of house ${index}`,
      address: { street: `${index} Main St`, city: `Town ${town}`, state: "IL", zipCode: String(60_000 + town) },
      route: index % 17 === 0 ? null : `route ${Math.floor(index / 20)}`,
      stop: index % 20,
      status: "LIVE",
      prod: index % 3 === 0 ? 0 : 1,
      latitude: (31 + ((town * 7) % 16) + ((index * 13) % 100) / 900).toFixed(4),
      longitude: (-120 + ((town * 11) % 46) + ((index * 29) % 100) / 900).toFixed(4),
      timeZone: "CHICAGO",
      ...overrides,
    };
  });
}

/** Serves the fleet in pages of the requested size, and returns the list of requests. `fleet` is called for each request. */
export async function serveFleet(
  page: Page,
  fleet: () => readonly SyntheticFridge[],
): Promise<readonly LocationsRequest[]> {
  const requests: LocationsRequest[] = [];
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as Body | null;
    if (body?.operationName !== "locations") return route.fallback();
    const { status = "LIVE", count = 2500 } = body.variables?.filter ?? {};
    const nextToken = body.variables?.nextToken ?? null;
    requests.push({ status, count, nextToken });
    const all = fleet().filter((fridge) => fridge.status === status);
    const from = Number(nextToken ?? 0);
    const next = from + count < all.length ? String(from + count) : null;
    await route.fulfill({ json: { data: { locations: { items: all.slice(from, from + count), nextToken: next } } } });
  });
  return requests;
}
