import { expect, test } from "vitest";
import { failedCenters, failedChanges, failedUploads, openAlerts } from "./attention";

const NOW = Date.parse("2026-11-21T18:00:00Z");

const alert = (kind: "TOO_WARM" | "SILENT", acknowledgedAt: string | null = null) =>
  ({ kind, acknowledgedAt }) as Parameters<typeof openAlerts>[0][number];

test("openAlerts counts alerts by kind and the acknowledged ones", () => {
  expect(openAlerts([])).toEqual({ count: 0, detail: "" });
  const alerts = [alert("SILENT"), alert("TOO_WARM"), alert("TOO_WARM", "2026-11-21T17:00:00Z")];
  expect(openAlerts(alerts)).toEqual({ count: 3, detail: "2 too warm, 1 silent, 1 acknowledged" });
});

const sync = (requestedAt: string, centers: Readonly<Record<string, string>>) =>
  ({
    requestedAt,
    centers: Object.entries(centers).map(([fulfillmentCenter, state]) => ({ fulfillmentCenter, state })),
  }) as unknown as Parameters<typeof failedCenters>[0][number];

test("failedCenters counts a center by its newest sync of the last day", () => {
  const syncs = [
    sync("2026-11-21T17:00:00Z", { Chicago: "SYNCED", Dallas: "FAILED" }),
    sync("2026-11-21T16:00:00Z", { Chicago: "FAILED" }),
    sync("2026-11-19T16:00:00Z", { Newark: "FAILED" }),
  ];
  expect(failedCenters(syncs, NOW)).toEqual({ count: 1, detail: "Dallas" });
});

const upload = (state: string, at: string, fileName = "pars.csv") =>
  ({ state, at, fileName }) as Parameters<typeof failedUploads>[0][number];

test("failedUploads counts uploads that were rejected, have failed lines or have no recorded outcome", () => {
  const records = [
    upload("FINISHED", "2026-11-21T17:00:00Z"),
    upload("PARTIAL", "2026-11-21T17:00:00Z", "a.csv"),
    upload("FAILED", "2026-11-21T17:00:00Z", "c.csv"),
    upload("REFUSED", "2026-11-21T17:00:00Z", "d.csv"),
    upload("STARTED", "2026-11-21T17:59:00Z"),
    upload("STARTED", "2026-11-21T17:00:00Z", "b.csv"),
    upload("PARTIAL", "2026-11-19T17:00:00Z"),
  ];
  expect(failedUploads(records, NOW)).toEqual({ count: 4, detail: "a.csv, c.csv, d.csv" });
});

test("failedChanges counts the changes and their locations", () => {
  const page = { items: [{ id: "A" }, { id: "A" }, { id: "B" }], nextToken: "x" };
  expect(failedChanges(page)).toEqual({ count: 3, detail: "at 2 locations", more: true });
});
