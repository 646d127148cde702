/** Test fixtures: a fridge, and a fake server that stores it. */
import { withoutNulls } from "../../../test/restResponses";
import type { Handler } from "../../../test/server";
import { ServerError } from "../../../test/server";
import type { ScheduleChange } from "../../api/schema";
import { CONNECTION_HANDLERS } from "../../connections/connection.fixture";
import type { LocationDetail } from "../locationQuery";
import type { LocationEdit } from "../rules/edit";

const NINE_TO_FIVE = [["09:00", "17:00"]];

export const FRIDGE: LocationDetail = {
  id: "FRIDGE_1",
  type: "FRIDGE",
  version: 3,
  lastModified: "2026-11-20T12:00:00Z",
  accessTo: "Private",
  address: { street: "233 S Wacker Dr", city: "Chicago", state: "IL", zipCode: "60606" },
  deviceAddress: null,
  baseCommission: null,
  covid19: 0,
  directions: "Break room, 2nd floor",
  fridgeModel: "F-200",
  fridgeSchema: "MW_STANDARD/latest",
  hostname: "fridge-1",
  hours: "Mon-Fri 09:00 to 17:00; ",
  workHours: {
    monday: NINE_TO_FIVE,
    tuesday: NINE_TO_FIVE,
    wednesday: NINE_TO_FIVE,
    thursday: NINE_TO_FIVE,
    friday: NINE_TO_FIVE,
    saturday: [],
    sunday: [],
  },
  holidayScreenEnabled: 0,
  holidayScreenFridgeSpecific: 0,
  holidayScreenStartDate: null,
  holidayScreenEndDate: null,
  ip: "10.1.2.3",
  latitude: "41.8789",
  longitude: "-87.6359",
  layoutName: "Office 40",
  market: "MW",
  onlineDate: "2025-03-01",
  paymentGateway: "READER_V2",
  percentage: "12.5",
  prettyName: "Willis Tower",
  priceMapTemplate: "PMT_STANDARD",
  prod: 0,
  publicStatus: "LIVE",
  reserve: 0,
  route: "mw-7",
  serialPort: "ttyS0",
  status: "LIVE",
  stockingSchedule: { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 0, sunday: 0 },
  stop: 4,
  taxRate: "2.25",
  timeZone: "CHICAGO",
  updateReason: { prod: null, reserve: null },
  vertical: "Office",
  accountTier: "Tier 1",
  fulfillmentCenter: "Chicago",
  opportunityName: "Willis Tower - Chicago",
  routingTag: "CHI_AM",
  parkToFridgeInstructions: "Park at the side entrance and walk to the break room.",
};

/** The UUID of the scheduled change of an attribute. */
export function uuidOf(attribute: string): string {
  const digits = [...attribute].map((letter) => letter.charCodeAt(0).toString(16)).join("");
  return `01939d3c-1f00-7000-8000-${digits.slice(-12).padStart(12, "0")}`;
}

export function scheduledChange(
  attribute: string,
  value: unknown,
  overrides: Partial<ScheduleChange> = {},
): ScheduleChange {
  return {
    uuid: uuidOf(attribute),
    actionTime: "2099-06-01T15:00:00Z",
    id: FRIDGE.id,
    user: "operations@larder.example",
    version: 1,
    change: { id: FRIDGE.id, table: "Locations", attribute, value: JSON.stringify(value) },
    pairedWith: null,
    state: "PENDING",
    failure: null,
    ...overrides,
  };
}

/** Behaves like the server: it checks versions, and applies and removes a completed change. */
export function fridgeServer(changes: readonly ScheduleChange[] = []) {
  const state = { fridge: FRIDGE, changes: [...changes] };
  const write = (edit: LocationEdit) => {
    state.fridge = { ...state.fridge, ...edit, version: state.fridge.version + 1 } as LocationDetail;
  };
  const removeChange = ({ input: { uuid } }: { input: { uuid: string } }) => {
    const removed = state.changes.filter((change) => change.uuid === uuid || change.pairedWith === uuid);
    state.changes = state.changes.filter((change) => !removed.includes(change));
    return removed;
  };
  const handlers: Record<string, Handler> = {
    location: ({ id }: { id: string }) => (id.toUpperCase() === FRIDGE.id ? state.fridge : null),
    locationHistory: () => ({ items: [], nextToken: null }),
    ...CONNECTION_HANDLERS,
    fridgeHealth: () => ({ fridgeData: [] }),
    fridgeAlerts: () => ({ items: [], nextToken: null }),
    locations: () => ({ items: [], nextToken: null }),
    getPlanogramNames: () => ["Office 40", "Retail 52"],
    getPriceMapTemplates: () => ["PMT_STANDARD", "PMT_NE_STANDARD"],
    getFridgeSchemasTemplates: () => ["MW_STANDARD"],
    readScheduleChange: () => [...state.changes],
    pendingScheduleChanges: () => [],
    createScheduleChanges: () => ({ created: [], failed: [] }),
    deleteScheduleChange: removeChange,
    completeScheduleChange: (key: { input: { uuid: string } }) => {
      const now = new Date().toISOString();
      const due = state.changes.map((change) =>
        change.uuid === key.input.uuid ? { ...change, actionTime: now } : change,
      );
      state.changes = due;
      setTimeout(() => {
        const [done] = removeChange(key);
        if (done) write({ [done.change.attribute]: JSON.parse(done.change.value) as unknown });
      }, 100);
      return due.filter(({ uuid }) => uuid === key.input.uuid);
    },
    [`PATCH /locations/${FRIDGE.id}`]: ({ version, ...edit }: LocationEdit & { version: number }) => {
      const stored: Readonly<Record<string, unknown>> = { ...state.fridge };
      const isWritten = Object.entries(edit).every(
        ([attribute, value]) =>
          attribute === "updateReason" || JSON.stringify(stored[attribute]) === JSON.stringify(value),
      );
      // Like the server: an edit that changes nothing is not a conflict.
      if (isWritten) return withoutNulls(state.fridge);
      if (version !== state.fridge.version) {
        const message = `${FRIDGE.id} was changed after you opened it. Your change was not saved.`;
        throw new ServerError("Conflict", message, { current: withoutNulls(state.fridge) });
      }
      write(edit);
      return withoutNulls(state.fridge);
    },
  };
  return { handlers, write, changes: () => state.changes };
}
