/** The import of locations from an export of the customer records (docs/requirements/locations.md, "Import"). */
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, messageOf } from "../../api/errors";
import type { UploadKind } from "../../uploads/kind";
import { createLocation, isOutcomeUnknown } from "../createLocation";
import { namesQuery, UNABLE_TO_LOAD_NAMES } from "../names";
import { opsLocationIdsQuery, UNABLE_TO_LOAD_LOCATIONS } from "../opsLocations";
import { UNABLE_TO_CREATE } from "../rules/create";
import { toNewLocation } from "../rules/customerRecord";
import { importCheck, type ImportContext, type ImportRow } from "./importCheck";
import { ImportFile } from "./ImportFile";
import { Picker } from "./Picker";

/** Far above the size of any export. A larger file would fill the memory. */
const MAX_MEGABYTES = 25;

/** @param user the email address of the signed-in user */
export function importUpload(client: QueryClient, user: string): UploadKind<ImportContext, ImportRow, ImportRow> {
  return {
    name: "locations",
    wording: {
      title: "Import Locations",
      activity: "import locations",
      leave: "The remaining locations will not be created. Created locations stay.",
    },
    format: importCheck.format,
    rules: {
      startWorker: () => new Worker(new URL("./import.worker.ts", import.meta.url), { type: "module" }),
      maxMegabytes: MAX_MEGABYTES,
    },
    comparison: {
      load: async () => {
        const [existing, priceMapTemplates] = await Promise.all([
          client.fetchQuery(opsLocationIdsQuery),
          client.fetchQuery(namesQuery("priceMapTemplate")).catch((error: unknown) => {
            throw new ApiError("internal", messageOf(error, UNABLE_TO_LOAD_NAMES.priceMapTemplate));
          }),
        ]);
        return { existing, priceMapTemplates };
      },
      failureMessage: UNABLE_TO_LOAD_LOCATIONS,
    },
    operation: {
      requiredActions: ["CreateLocation"],
      plan: (lines) =>
        lines.flatMap(({ outcome, value }) =>
          value && outcome === "added" ? [{ label: value.record.POS_NAME__c, lines: 1, payload: value }] : [],
        ),
      send: async ({ record }, _file, outcomeUnknown) => {
        await createLocation({ location: toNewLocation(record), user, outcomeUnknown });
        return "written";
      },
      failureMessage: UNABLE_TO_CREATE,
      refreshQueries: () => client.invalidateQueries({ queryKey: ["locations"], refetchType: "none" }),
      isLost: isOutcomeUnknown,
      rowsOf: ({ number }) => [number],
    },
    views: { Picker, File: ImportFile },
  };
}
