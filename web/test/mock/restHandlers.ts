/** The sample server's REST routes, and the storage of uploaded files. */
import * as v from "valibot";
import { ACTIONS } from "../../src/api/actions";
import type { Location } from "../../src/api/schema";
import type { FridgeInventory } from "../../src/inventory/inventory";
import { addDays } from "../../src/lib/day";
import type { Person } from "../../src/users/rules/people";
import { FOLDER_OF, type Folder, type Kind } from "../../src/uploads/kinds";
import type { UploadRecord } from "../../src/uploads/records";
import type { RouteHandler, RouteInput } from "../fakeServer";
import { withoutNulls } from "../restResponses";
import { ServerError } from "../serverErrors";
import { storedLocation } from "./storedLocation";
import { entryOf, prepend, type SampleContext } from "./sampleContext";
import { ITEMS, type SampleForecast } from "./sampleData";

const SECOND = 1000;
const HOUR = 3_600_000;

const FolderSchema = v.picklist(Object.values(FOLDER_OF));
const KindSchema = v.custom<Kind>((text) => typeof text === "string" && text in FOLDER_OF);
const Attributes = v.looseObject({ version: v.optional(v.number()) });
const NewLocation = v.looseObject({ id: v.string() });
const Grant = v.object({ user: v.string(), action: v.picklist(ACTIONS) });
const ForecastEdit = v.looseObject({ item: v.string(), quantity: v.number(), date: v.string() });
const Bay = v.object({
  zone: v.picklist(["1", "2", "3", "4"]),
  bay: v.picklist(["A", "B"]),
  items: v.array(v.string()),
  version: v.number(),
});
const Coupon = v.looseObject({
  imageName: v.string(),
  type: v.picklist(["AMOUNT", "PERCENT"]),
  value: v.number(),
  startDate: v.string(),
  endDate: v.string(),
});
const NewUpload = v.looseObject({ folder: FolderSchema, fileName: v.string() });
const Outcome = v.object({
  folder: FolderSchema,
  kind: KindSchema,
  written: v.number(),
  unchanged: v.number(),
  failed: v.number(),
});

/** The characters of coupon codes. */
const CODE_LETTERS = "23456789CDFGHJKMNPQRTVWXY";
const CODE_LENGTH = 10;

/** A path date such as 20261123, as 2026-11-23. */
const dashed = (date: string) => date.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");

export function restHandlers(context: SampleContext): Readonly<Record<string, RouteHandler>> {
  return { ...locationRoutes(context), ...reportRoutes(context), ...planningRoutes(context), ...staffRoutes(context) };
}

/** Stores an uploaded file. The sample server does not read it. */
export const STORAGE_HANDLERS: Readonly<Record<string, () => number>> = { "PUT /storage/file": () => 200 };

function locationRoutes({ state, user, now, earlier }: SampleContext) {
  const find = (id: string | undefined): Location => {
    const location = state.locations.find((each) => each.id === id);
    if (!location) throw new ServerError("NotFound", `There is no location ${id}`);
    return location;
  };
  const update = ({ parameters, body }: RouteInput) => {
    const stored = find(parameters.id);
    const { version, ...edit } = v.parse(Attributes, body);
    if (version !== undefined && version !== stored.version) {
      const message = `${stored.id} was changed after you opened it. Your change was not saved.`;
      throw new ServerError("Conflict", message, { errors: [], current: withoutNulls(stored) });
    }
    const updated: Location = { ...stored, ...edit, version: stored.version + 1, lastModified: now() };
    const before: Readonly<Record<string, unknown>> = { ...stored };
    state.locations = state.locations.map((each) => (each === stored ? updated : each));
    prepend(state.locationHistory, stored.id, {
      ...entryOf(now(), user),
      event: "UPDATED",
      changes: Object.entries(edit).map(([attribute, value]) => ({
        attribute,
        from: JSON.stringify(before[attribute]) ?? null,
        to: JSON.stringify(value) ?? null,
      })),
      reason: null,
      note: null,
    });
    return withoutNulls(updated);
  };
  return {
    "POST /locations": ({ body }: RouteInput) => {
      const values = v.parse(NewLocation, body);
      if (state.locations.some(({ id }) => id === values.id)) {
        const message = `There is already a location with the id ${values.id}`;
        throw new ServerError("Invalid", message, { errors: [{ field: "id", message }] });
      }
      const [template] = state.locations;
      if (!template) throw new Error("There is no sample location");
      const created = { ...storedLocation(values, template), lastModified: now() };
      state.locations = [...state.locations, created];
      const entry = { ...entryOf(now(), user), event: "CREATED", changes: [], reason: null, note: null };
      prepend(state.locationHistory, created.id, entry);
      return { id: created.id };
    },
    "PATCH /locations/{id}": update,
    "PATCH /locations/wholesale/{id}": update,
    "GET /locations/{id}/schedule": ({ parameters }: RouteInput) => ({
      items: state.scheduleChanges.filter(({ id }) => id === find(parameters.id).id).map(withoutNulls),
    }),
    "GET /locations/{id}/inventory": ({ parameters }: RouteInput): FridgeInventory => {
      const { id, layoutName } = find(parameters.id);
      const slots = (state.planograms[layoutName] ?? []).map(({ slot, vendItemName }, index) => {
        const productionDate = addDays(state.today, -(index % 3));
        const itemsInSlot = Array.from({ length: index % 4 }, () => ({ vendItemName, productionDate }));
        return [slot, { slotItemName: vendItemName, itemsInSlot }] as const;
      });
      return {
        inventory: { payload: { itemsBySlot: Object.fromEntries(slots) } },
        timestamp: earlier(120 * SECOND),
        location: id,
        images: {},
        shelf_life: Object.fromEntries(ITEMS.map((item, index) => [item, 3 + index])),
      };
    },
  };
}

function reportRoutes({ state, now }: SampleContext) {
  const fridges = () => state.locations.filter(({ type }) => type === "FRIDGE");
  const range = ({ startTime = "0", endTime = "0" }: RouteInput["query"]) => ({
    start: Number(startTime) * SECOND,
    end: Math.min(Number(endTime) * SECOND, Date.parse(now())),
  });
  return {
    "GET /reports/stockouts/{date}": ({ parameters }: RouteInput) => {
      const date = dashed(parameters.date ?? "");
      return {
        items: fridges()
          .slice(0, 8)
          .map(({ id }, index) => ({
            Date: date,
            Time: `${10 + index}:15`,
            Location: id,
            Item: ITEMS[index % ITEMS.length],
            timestamp: `${date}T${16 + (index % 8)}:15:00Z`,
          })),
      };
    },
    "GET /reports/emptychannel/{date}": ({ parameters }: RouteInput) => ({
      items: fridges()
        .slice(0, 5)
        .map(({ id }, index) => ({
          kioskName: id,
          vendItemName: ITEMS[index % ITEMS.length],
          timestamp: `${dashed(parameters.date ?? "")}T1${index}:05:00Z`,
          logicalColumn: index,
          logicalRow: 1,
        })),
    }),
    "GET /reports/driverlog": ({ query }: RouteInput) => {
      const { end } = range(query);
      return {
        items: fridges()
          .slice(0, 6)
          .flatMap(({ id }, index) =>
            (["request", "response"] as const).map((type, step) => ({
              requestId: `request-${index}`,
              type,
              action_time: new Date(end - (index + 1) * HOUR + step * SECOND).toISOString(),
              uuid: "driver-1",
              fridge: id,
              operation: "OPEN_DOOR",
            })),
          ),
      };
    },
    "GET /reports/driverlog/cognitoemails": () => ({ emails: { "driver-1": "ana@drivers.example" } }),
    "GET /reports/routetemperatures": ({ query }: RouteInput) => {
      const { end } = range(query);
      return {
        items: fridges()
          .slice(0, 12)
          .map(({ id, route }, index) => ({
            Location: id,
            DateTime: Math.floor((end - (index + 1) * HOUR) / SECOND),
            Temperature: 35 + (index % 6),
            assignedRoute: route ?? undefined,
          })),
      };
    },
  };
}

function planningRoutes({ state, user, now, later }: SampleContext) {
  const rowOf = ({ item, quantity, date }: SampleForecast) => ({
    Item: item,
    Quantity: quantity,
    Date: date,
    ProductionDate: addDays(date, -1),
  });
  const ofDays = (days: readonly string[]) => ({
    items: state.forecasts.filter(({ date }) => days.includes(date)).map(rowOf),
  });
  const start = (folder: Folder, fileName: string) => {
    const uploadId = crypto.randomUUID();
    const key = `${folder}/${uploadId}/${fileName}`;
    const upload: UploadRecord = {
      uploadId,
      fileName,
      user,
      at: now(),
      state: "STARTED",
      folder,
      key,
    };
    state.uploads = [upload, ...state.uploads];
    return { uploadId, url: "/storage/file", key, expiresAt: later(300 * SECOND) };
  };
  const findUpload = (folder: string | undefined, id: string | undefined): UploadRecord => {
    const upload = state.uploads.find((each) => each.folder === folder && each.uploadId === id);
    if (!upload) throw new ServerError("NotFound", "There is no such upload");
    return upload;
  };
  const finish = (upload: UploadRecord, result: Partial<UploadRecord>) => {
    const finished = { ...upload, ...result };
    state.uploads = state.uploads.map((each) => (each === upload ? finished : each));
    return finished;
  };
  return {
    "GET /forecast/view/{date}": ({ parameters }: RouteInput) => ofDays([dashed(parameters.date ?? "")]),
    "GET /forecast/days": ({ query }: RouteInput) => ofDays((query.dates ?? "").split(",")),
    "GET /forecast/history": ({ query }: RouteInput) => ({
      items: state.forecastHistory[`${query.date} ${query.item}`] ?? [],
    }),
    "PUT /forecast/update": ({ body }: RouteInput) => {
      const { item, quantity, date } = v.parse(ForecastEdit, body);
      const known = state.forecasts.find((each) => each.item === item && each.date === date);
      const updated = { item, quantity, date };
      state.forecasts = [...state.forecasts.filter((each) => each !== known), updated];
      prepend(state.forecastHistory, `${date} ${item}`, {
        at: now(),
        user,
        event: "EDITED",
        from: known?.quantity ?? null,
        to: quantity,
        file: null,
      });
      return rowOf(updated);
    },
    "GET /forecast/upload/url": ({ query }: RouteInput) => ({
      body: start("forecast-uploads", query.fileName ?? "forecast.csv"),
    }),
    "GET /pars/zones": () => state.zones,
    "PUT /pars/zones": ({ body }: RouteInput) => {
      const { version, ...bay } = v.parse(Bay, body);
      if (version !== state.zones.version)
        throw new ServerError("Conflict", "The zones were changed after you opened them.", {
          errors: [],
          current: state.zones,
        });
      const isOther = (each: { readonly zone: string; readonly bay: string }) =>
        each.zone !== bay.zone || each.bay !== bay.bay;
      state.zones = { version: version + 1, bays: [...state.zones.bays.filter(isOther), bay] };
      return state.zones;
    },
    "GET /pars/report/{date}": ({ parameters }: RouteInput) => ({
      locations: state.pars
        .filter(({ dropOffDate }) => dropOffDate === dashed(parameters.date ?? ""))
        .map(({ location, items }) => ({
          location,
          driver: state.locations.find(({ id }) => id === location)?.route ?? null,
          data_ids: Object.fromEntries(items.map(({ itemName, count }) => [itemName, count])),
        })),
    }),
    "POST /uploads": ({ body }: RouteInput) => {
      const { folder, fileName } = v.parse(NewUpload, body);
      return start(folder, fileName);
    },
    "GET /uploads": ({ query }: RouteInput) => ({
      items: state.uploads.filter(({ folder }) => folder === query.folder),
    }),
    "GET /uploads/{uploadId}": ({ parameters, query }: RouteInput) => {
      const upload = findUpload(query.folder, parameters.uploadId);
      // A forecast has no call that records its result. The server reads the file.
      const isRead = upload.folder !== "forecast-uploads" || upload.state !== "STARTED";
      const result = { kind: "forecast", state: "FINISHED", written: 1, unchanged: 0, failed: 0 } as const;
      return isRead ? upload : finish(upload, result);
    },
    "POST /uploads/{uploadId}/outcome": ({ parameters, body }: RouteInput) => {
      const { folder, ...outcome } = v.parse(Outcome, body);
      const saved = outcome.written + outcome.unchanged;
      const status = outcome.failed === 0 ? "FINISHED" : outcome.written > 0 ? "PARTIAL" : "FAILED";
      const upload = findUpload(folder, parameters.uploadId);
      return finish(upload, { ...outcome, state: saved === 0 && outcome.failed === 0 ? "FAILED" : status });
    },
    "POST /coupons": ({ body }: RouteInput) => {
      const { imageName, type, value, startDate, endDate } = v.parse(Coupon, body);
      const couponCode = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS.charAt(Math.random() * 25)).join("");
      const coupon = { couponCode, imageName, type, value, startDate, endDate, user, issuedAt: now() };
      state.coupons = [coupon, ...state.coupons];
      return { statusCode: 200, couponCode };
    },
  };
}

function staffRoutes({ state, user, now }: SampleContext) {
  const change = (body: unknown, isGranted: boolean) => {
    const { user: id, action } = v.parse(Grant, body);
    const person = state.staff.find((each) => each.user === id);
    if (!person) throw new ServerError("Invalid", "There is no such account");
    const others = person.actions.filter((each) => each !== action);
    const updated: Person = { ...person, actions: isGranted ? [...others, action] : others };
    state.staff = state.staff.map((each) => (each === person ? updated : each));
    prepend(state.permissionHistory, id, {
      ...entryOf(now(), user),
      event: isGranted ? "GRANTED" : "REVOKED",
      given: isGranted ? [action] : [],
      taken: isGranted ? [] : [action],
      reason: null,
    });
    return { user: id, email: updated.email, actions: updated.actions };
  };
  return {
    "GET /users/permissions": () => ({ items: state.staff }),
    "POST /users/permissions": ({ body }: RouteInput) => change(body, true),
    "POST /users/permissions/remove": ({ body }: RouteInput) => change(body, false),
  };
}
