/** Shared by the tests of this area: a layout, handlers that serve it, and helpers for the page and its files. */
import { screen, within } from "@testing-library/react";
import { vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import type { Handler, ServerOptions } from "../../test/server";
import type { stubWorkers } from "../../test/worker";
import { UPLOAD_ID, createdUpload, uploadRecord } from "../../test/restResponses";
import type { PlanogramUpdateInput } from "../api/schema";
import { serveCheck } from "../uploads/checkWorker";
import { planogramCheck } from "./check/planogramCheck";
import type { PlanogramEntry } from "./planograms";

export const entry = (slot: string, vendItemName: string, activeHour: string): PlanogramEntry => ({
  slot,
  vendItemName,
  activeHour,
  physicalFridgeConfig: "6x8",
  scheduledBy: "ann@larder.example",
  scheduledAt: "2026-11-01T12:00:00.000Z",
});

export const OFFICE = [
  entry("0:0", "Soup", "2020-01-06T11:00:00.000Z"),
  entry("0:1", "Salad", "2020-01-06T11:00:00.000Z"),
  entry("0:1", "Wrap", "2099-01-05T11:00:00.000Z"),
];

const STARTED = createdUpload("/storage/u-1");

export interface PlanogramInput {
  readonly layoutName: string;
  readonly at: string | null;
}

export const defaultHandlers: Record<string, Handler> = {
  getPlanogramNames: () => ["OFFICE", "dummy"],
  planogram: ({ layoutName, at }: PlanogramInput) => {
    const time = at ?? "2026-11-21T12:00:00.000Z";
    if (layoutName !== "OFFICE") return null;
    return {
      layoutName,
      at: time,
      effective: OFFICE.filter(({ activeHour }) => activeHour <= time),
      scheduled: OFFICE.filter(({ activeHour }) => activeHour > time),
      nextToken: null,
    };
  },
  planogramHistory: () => ({ items: [], nextToken: null }),
  "GET /uploads?folder=planogram-uploads": () => ({ items: [] }),
  "POST /uploads": () => STARTED,
  [`POST /uploads/${UPLOAD_ID}/outcome`]: () => uploadRecord(),
  schedulePlanogramUpdate: ({ input }: { input: readonly unknown[] }) => scheduled(input),
};

/** The response of a server that stores every row except those with an error. `errors` is keyed by row index. */
export function scheduled(input: readonly unknown[], errors: Readonly<Record<number, string>> = {}) {
  const rows = input.map((_, index) => {
    const error = errors[index];
    return error === undefined ? { outcome: "WRITTEN", errors: [] } : { outcome: "REJECTED", errors: [error] };
  });
  const failed = Object.values(errors);
  return { successCount: input.length - failed.length, errors: failed, totalCount: input.length, rows };
}

export const HEADER = "layoutName,slot,vendItemName,activeHour";
export const CREATE_HEADER = "layoutName,slot,vendItemName,physical fridge config";
export const HOUR = "12/01/2098 05:00:00";
export const file = (...lines: readonly string[]) => new File([lines.join("\n")], "menu.csv", { type: "text/csv" });

export function open(
  address = "/planograms",
  handlers: Record<string, Handler> = {},
  profile: ServerOptions["profile"] = "admin",
) {
  const app = renderApp(address, { profile, handlers: { ...defaultHandlers, ...handlers } });
  const choose = async (chosen: File) => app.user.upload(await screen.findByLabelText("CSV file"), chosen);
  const sent = () =>
    app.server.calls
      .filter(({ name }) => name === "schedulePlanogramUpdate")
      .map(({ input }) => (input as { input: PlanogramUpdateInput[] }).input);
  const submit = async () => app.user.click(await screen.findByRole("button", { name: "Submit" }));
  return { ...app, choose, sent, submit };
}

export const cellsOf = (name: string) =>
  within(screen.getByRole("table", { name }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent)
    .filter((text) => text !== "");

/** The checks of both workers, for `stubWorkers`. */
export const WORKERS: Parameters<typeof stubWorkers>[0] = {
  "updates.worker.ts": (scope) => serveCheck(planogramCheck("UPDATE"), scope as never),
  "creations.worker.ts": (scope) => serveCheck(planogramCheck("CREATE"), scope as never),
};

/** Gives table elements a height, so that the virtualizer renders rows. */
export function stubTableHeight(): void {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
}
