/** The driver and route upload (docs/requirements/routes.md, RTE-4). Each row is one request. */
import { rest } from "../../api/rest";
import { UNABLE_TO_LOAD_LOCATIONS } from "../../locations/opsLocations";
import { UNABLE_TO_EDIT } from "../../locations/rules/edit";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Chunk, ChunkOutcome } from "../../uploads/rules/chunk";
import type { UploadKind } from "../../uploads/kind";
import { DRIVER_FORMAT, DRIVERS_SCREEN } from "../formats";
import type { KnownLocations } from "../knownLocations";
import { readKnownLocations } from "../readKnownLocations";
import type { DriverAssignment } from "./driverCheck";

export const driverUpload: UploadKind<KnownLocations, DriverAssignment, DriverAssignment> = {
  name: "drivers",
  wording: {
    title: DRIVERS_SCREEN.screen,
    description: "Assigns locations to routes. Each row names a location, its new route, and its stop on that route.",
    example: ["FRIDGE_ID", "route name", "1"],
    submit: "Upload Drivers",
  },
  format: DRIVER_FORMAT,
  rules: { startWorker: () => new Worker(new URL("./drivers.worker.ts", import.meta.url), { type: "module" }) },
  comparison: { load: (_keys, signal) => readKnownLocations(signal), failureMessage: UNABLE_TO_LOAD_LOCATIONS },
  operation: {
    requiredActions: ["UploadRoutes", "UpdateLocation"],
    plan: planDrivers,
    send: sendDriver,
    failureMessage: UNABLE_TO_EDIT,
    refreshQueries: (client) =>
      Promise.all(["locations", "location"].map((name) => client.invalidateQueries({ queryKey: [name] }))),
    sendsValidLines: true,
  },
  history: { kind: "drivers", stores: "before" },
};

function planDrivers(lines: readonly CheckedLine<DriverAssignment>[]): readonly Chunk<DriverAssignment>[] {
  return lines.flatMap(({ outcome, value }) =>
    value && (outcome === "added" || outcome === "changed") ? [{ label: value.id, lines: 1, payload: value }] : [],
  );
}

/** Sends no version: the file overwrites the stored route and stop. */
async function sendDriver({ type, id, route, stop }: DriverAssignment): Promise<ChunkOutcome<DriverAssignment>> {
  const request = { path: { id }, body: { route, stop } };
  await (type === "WHOLESALE"
    ? rest("PATCH /locations/wholesale/{id}", request)
    : rest("PATCH /locations/{id}", request));
  return "written";
}
