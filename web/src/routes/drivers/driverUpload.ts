/** The driver and route upload (docs/requirements/routes.md, RTE-4). Each row is one request. */
import { rest } from "../../api/rest";
import { UNABLE_TO_LOAD_LOCATIONS } from "../../locations/opsLocations";
import { UNABLE_TO_EDIT } from "../../locations/rules/edit";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Chunk, ChunkOutcome } from "../../uploads/rules/chunk";
import type { Upload } from "../../uploads/upload";
import { DRIVER_FORMAT, DRIVERS_SCREEN } from "../formats";
import type { KnownLocations } from "../knownLocations";
import { readKnownLocations } from "../readKnownLocations";
import type { DriverAssignment } from "./driverCheck";

export const driverUpload: Upload<KnownLocations, DriverAssignment, DriverAssignment> = {
  title: DRIVERS_SCREEN.screen,
  submitLabel: "Upload Drivers",
  kind: "drivers",
  requiredActions: ["UploadRoutes", "UpdateLocation"],
  format: DRIVER_FORMAT,
  description: "Assigns locations to routes. Each row names a location, its new route, and its stop on that route.",
  example: ["FRIDGE_ID", "route name", "1"],
  startWorker: () => new Worker(new URL("./drivers.worker.ts", import.meta.url), { type: "module" }),
  loadKnown: (_needs, signal) => readKnownLocations(signal),
  loadFailureMessage: UNABLE_TO_LOAD_LOCATIONS,
  plan: planDrivers,
  send: sendDriver,
  sendFailureMessage: UNABLE_TO_EDIT,
  refreshQueries: (client) =>
    Promise.all(["locations", "location"].map((name) => client.invalidateQueries({ queryKey: [name] }))),
};

export function planDrivers(lines: readonly CheckedLine<DriverAssignment>[]): readonly Chunk<DriverAssignment>[] {
  return lines.flatMap(({ outcome, value }) =>
    value && (outcome === "added" || outcome === "changed") ? [{ label: value.id, lines: 1, payload: value }] : [],
  );
}

/** Sends no version: the file overwrites the stored route and stop. */
async function sendDriver({ type, id, route, stop }: DriverAssignment): Promise<ChunkOutcome<DriverAssignment>> {
  if (type === "WHOLESALE") await rest("PATCH", `/locations/wholesale/${encodeURIComponent(id)}`, { id, route, stop });
  else await rest("PATCH", `/locations/${encodeURIComponent(id)}`, { id, route, stop });
  return "written";
}
