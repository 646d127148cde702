/** The stored data of the sample server: a small fleet with routes, pars, prices, uploads and staff. */
import type {
  AccessChange,
  ActivityEntry,
  AlertSnooze,
  AlertSubscription,
  ArtifactType,
  AvailableFridgeArtifact,
  CorrectiveAction,
  Coupon,
  DriverAction,
  FridgeAlert,
  FridgeSoftwareChange,
  FridgeSoftwarePilot,
  HandoverNote,
  ItemPrice,
  ItemPriceChange,
  JitLocation,
  Location,
  LocationHistoryEntry,
  LogiNextSync,
  Market,
  PlanogramEntry,
  PlanogramHistoryEntry,
  QueueMessage,
  Role,
  RouteStop,
  ScheduleChange,
  Preferences,
  StockingPars,
} from "../../src/api/schema";
import type { ForecastEvent } from "../../src/forecast/forecasts";
import type { Layout } from "../../src/packingReport/rules/report";
import { ACTIONS, type Action } from "../../src/api/actions";
import { addDays, businessDay } from "../../src/lib/day";
import type { UploadRecord } from "../../src/uploads/records";
import type { Person } from "../../src/users/rules/people";
import { PROFILES, actionsOf, flagsOf } from "../profiles";
import { sampleDeployments, type SampleDeployment } from "./sampleDeployments";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Place {
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly market: Market;
  readonly center: string;
  readonly timeZone: Location["timeZone"];
  readonly latitude: number;
  readonly longitude: number;
}

const PLACES: readonly Place[] = [
  {
    city: "Chicago",
    state: "IL",
    zipCode: "60606",
    market: "MW",
    center: "Chicago",
    timeZone: "CHICAGO",
    latitude: 41.8789,
    longitude: -87.6359,
  },
  {
    city: "Milwaukee",
    state: "WI",
    zipCode: "53202",
    market: "MW",
    center: "Chicago",
    timeZone: "CHICAGO",
    latitude: 43.0389,
    longitude: -87.9065,
  },
  {
    city: "New York",
    state: "NY",
    zipCode: "10001",
    market: "NE",
    center: "New York",
    timeZone: "NEWYORK",
    latitude: 40.7506,
    longitude: -73.9972,
  },
  {
    city: "Boston",
    state: "MA",
    zipCode: "02108",
    market: "NE",
    center: "New York",
    timeZone: "NEWYORK",
    latitude: 42.3572,
    longitude: -71.0637,
  },
];
const BUILDINGS = ["Tower", "Hospital", "Campus", "Library", "Plaza", "Works"];
const ROUTES = ["amber", "birch", "cedar", "dune"];
export const LAYOUTS: readonly string[] = ["Office 40", "Retail 52"];
export const PRICE_SCHEMAS: readonly string[] = ["PMT_NE_STANDARD", "PMT_STANDARD"];
export const FRIDGE_SCHEMAS: readonly string[] = ["MW_STANDARD", "NE_STANDARD"];
export const ITEMS: readonly string[] = ["Cobb Salad", "Lemonade", "Lentil Soup", "Turkey Wrap"];
const ACTORS = { operations: "operations@larder.example", driver: "ana@drivers.example" } as const;

const OPEN = [["00:00", "23:59"]];

function makeLocation(index: number, now: Date): Location {
  const place = PLACES[index % PLACES.length];
  if (!place) throw new Error("There is no sample place");
  const number = String(index + 1).padStart(4, "0");
  const id = `${place.state}_${number}`;
  const isWholesale = index % 8 === 7;
  return {
    id,
    type: isWholesale ? "WHOLESALE" : "FRIDGE",
    version: 1,
    lastModified: new Date(now.getTime() - index * HOUR).toISOString(),
    accessTo: index % 3 === 0 ? "Public" : "Private",
    address: { street: `${100 + index} Main St`, city: place.city, state: place.state, zipCode: place.zipCode },
    deviceAddress: null,
    baseCommission: null,
    covid19: 0,
    directions: "Lobby, left of the elevators",
    fridgeModel: "F-200",
    fridgeSchema: `${place.market}_STANDARD/latest`,
    hostname: `fridge-${number}`,
    hours: "24 Hours",
    workHours: {
      monday: OPEN,
      tuesday: OPEN,
      wednesday: OPEN,
      thursday: OPEN,
      friday: OPEN,
      saturday: OPEN,
      sunday: OPEN,
    },
    holidayScreenEnabled: 0,
    holidayScreenFridgeSpecific: 0,
    holidayScreenStartDate: null,
    holidayScreenEndDate: null,
    ip: `10.1.2.${index + 1}`,
    latitude: (place.latitude + (index % 5) * 0.013).toFixed(4),
    longitude: (place.longitude - (index % 7) * 0.011).toFixed(4),
    layoutName: LAYOUTS[index % LAYOUTS.length] ?? "Office 40",
    market: place.market,
    onlineDate: "2025-03-01",
    paymentGateway: "READER_V2",
    percentage: "12.5",
    prettyName: `${place.city} ${BUILDINGS[index % BUILDINGS.length] ?? "Tower"} ${index + 1}`,
    priceMapTemplate: place.market === "NE" ? "PMT_NE_STANDARD" : "PMT_STANDARD",
    prod: index % 6 === 5 ? 0 : 1,
    publicStatus: "LIVE",
    reserve: 0,
    route: ROUTES[index % ROUTES.length] ?? null,
    serialPort: "ttyS0",
    status: index === 9 ? "OFFLINE" : "LIVE",
    stockingSchedule: { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 0, sunday: 0 },
    stop: Math.floor(index / ROUTES.length) + 1,
    taxRate: "2.25",
    timeZone: place.timeZone,
    updateReason: { prod: null, reserve: null },
    vertical: "Office",
    accountTier: index % 4 === 0 ? "Tier 1" : "Tier 2",
    fulfillmentCenter: place.center,
    opportunityName: `${place.city} ${index + 1}`,
    routingTag: `${place.state}_AM`,
    parkToFridgeInstructions: "Park at the side entrance and walk to the lobby.",
  };
}

/** The versions of each software on each fridge. */
export type SoftwareVersions = Record<string, Partial<Record<ArtifactType, string>>>;

/** A forecast quantity of an item on a day. */
export interface SampleForecast {
  readonly item: string;
  readonly date: string;
  readonly quantity: number;
}

/** Everything that the sample server stores. Handlers replace the values. */
export interface SampleState {
  readonly today: string;
  activity: readonly ActivityEntry[];
  handoverNotes: readonly HandoverNote[];
  locations: readonly Location[];
  locationHistory: Record<string, readonly LocationHistoryEntry[]>;
  scheduleChanges: readonly ScheduleChange[];
  stops: readonly RouteStop[];
  alerts: readonly FridgeAlert[];
  alertSnoozes: readonly AlertSnooze[];
  alertSubscriptions: readonly AlertSubscription[];
  correctiveActions: readonly CorrectiveAction[];
  messages: readonly QueueMessage[];
  driverActions: readonly DriverAction[];
  syncs: readonly LogiNextSync[];
  jit: readonly JitLocation[];
  pars: readonly StockingPars[];
  readonly available: readonly AvailableFridgeArtifact[];
  installed: SoftwareVersions;
  pilots: readonly FridgeSoftwarePilot[];
  softwareHistory: Record<string, readonly FridgeSoftwareChange[]>;
  deployments: readonly SampleDeployment[];
  prices: readonly ItemPrice[];
  priceHistory: Record<string, readonly ItemPriceChange[]>;
  planograms: Record<string, readonly PlanogramEntry[]>;
  planogramHistory: Record<string, readonly PlanogramHistoryEntry[]>;
  coupons: readonly Coupon[];
  staff: readonly Person[];
  flags: Record<string, readonly string[]>;
  roles: readonly Role[];
  roleHistory: Record<string, readonly AccessChange[]>;
  permissionHistory: Record<string, readonly AccessChange[]>;
  flagHistory: Record<string, readonly AccessChange[]>;
  uploads: readonly UploadRecord[];
  forecasts: readonly SampleForecast[];
  forecastHistory: Record<string, readonly ForecastEvent[]>;
  zones: Layout;
  pageViews: Record<string, string>;
  preferences: Preferences;
}

const sampleRole = (name: string, actions: readonly Action[], flags: readonly string[]): Role => ({
  id: name.toLowerCase().replaceAll(" ", "-"),
  name,
  actions,
  flags,
  version: 0,
  hasDefault: true,
});

const READS = ACTIONS.filter((action) => action.startsWith("Get"));

/** Roles as the server's defaults. */
export const SAMPLE_ROLES: readonly Role[] = [
  sampleRole(
    "Dispatcher",
    [...READS, "UpdateLocation", "UploadRoutes", "OverrideDrop", "UpdateJit", "SyncLogiNext", "SendFridgeCommand"],
    ["drop-override", "jit-management"],
  ),
  sampleRole("Planner", [...READS, "UploadPars", "UpdateForecast", "SchedulePlanogram", "UpdateItemPrices"], []),
  sampleRole(
    "Technician",
    [...READS, "AddScheduledEvent", "DeleteScheduledEvents", "UpdateLocation", "SendFridgeCommand"],
    flagsOf("operations"),
  ),
  sampleRole("Customer service", ["GetAllLocation", "GetSpecificLocation", "GenerateCoupon"], []),
  sampleRole("Administrator", ACTIONS, flagsOf("admin")),
];

/** The ids of the uploads. */
const UPLOAD_IDS = ["0193a0f4-5c00-7000-8000-000000000001", "0193a0f4-5c00-7000-8000-000000000002"] as const;

const AVAILABLE: readonly AvailableFridgeArtifact[] = [
  { artifactType: "FRIDGE_UI_APPLICATION", availableVersions: ["2.4.1/", "2.4.0/", "2.3.9/"] },
  { artifactType: "FRIDGE_JAVA_SERVER", availableVersions: ["1.10.2.tar.gz", "1.10.1.tar.gz"] },
  { artifactType: "FRIDGE_AGENT", availableVersions: ["3.1.0/", "3.0.7/"] },
  { artifactType: "FRIDGE_INVENTORY", availableVersions: ["0.9.4/", "0.9.3/"] },
  { artifactType: "FRIDGE_HEARTBEAT", availableVersions: ["1 4 0/"] },
];

/** The id of a stocking. */
export const stockingId = (day: string, location: string, index = 1) => `${day}#${location}#${index}`;

/** The expected time of a stop, around the current time of day, and its last driver. The last route has no history. */
function expectationOf(
  { route, stop }: Location,
  daysAhead: number,
  now: Date,
): Pick<RouteStop, "expectedTime" | "lastDriver"> {
  const index = ROUTES.findIndex((one) => one === route);
  if (index === ROUTES.length - 1) return { expectedTime: null, lastDriver: null };
  const at = now.getTime() + (stop - 3) * 17 * MINUTE - index * 9 * MINUTE + daysAhead * 24 * HOUR;
  return { expectedTime: new Date(Math.floor(at / MINUTE) * MINUTE).toISOString(), lastDriver: ACTORS.driver };
}

/** @param now the time of the sample data; its days are relative to it */
export function createSampleState(now: Date): SampleState {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
  const today = businessDay(now);
  const tomorrow = addDays(today, 1);
  const locations = Array.from({ length: 24 }, (_, index) => makeLocation(index, now));
  const fridges = locations.filter(({ type }) => type === "FRIDGE");
  const first = fridges[0]?.id ?? "";
  const second = fridges[1]?.id ?? "";
  const offsets = [-1, 0, 1, 2];
  const days = offsets.map((offset) => addDays(today, offset));
  const stops = offsets.flatMap((offset) =>
    locations.map((location): RouteStop => {
      const place = PLACES.find(({ state }) => state === location.address.state);
      return {
        stockingDate: addDays(today, offset),
        market: place?.market ?? "MW",
        id: location.id,
        route: location.route ?? "amber",
        stop: location.stop,
        stockingIndex: 1,
        stopType: "STOCK",
        toteCountPerStop: 2,
        toteCountPerRoute: 12,
        ...expectationOf(location, offset, now),
      };
    }),
  );
  const parItems = ITEMS.map((itemName, index) => ({
    itemName,
    count: 4 + index,
    overCapacityAmount: index,
    priorityBoost: index === 0,
  }));
  const stockings = [today, tomorrow].flatMap((dropOffDate) =>
    fridges.map(({ id }) => ({ dropOffDate, location: id })),
  );
  return {
    today,
    activity: [
      {
        id: "activity-1",
        at: ago(2 * HOUR),
        user: ACTORS.operations,
        area: "COMMANDS",
        kind: "FRIDGE_COMMANDS",
        objectId: first,
        day: null,
        part: null,
        event: "SENT",
        changes: [{ attribute: "ServiceRestart", from: null, to: '"REACT_UI"' }],
        changeCount: 1,
        reason: null,
        note: null,
      },
      {
        id: "activity-2",
        at: ago(3 * HOUR),
        user: ACTORS.operations,
        area: "PRICES",
        kind: "ITEM_PRICE",
        objectId: "Standard",
        day: null,
        part: "Cola",
        event: "UPDATED",
        changes: [{ attribute: "price", from: '"2.49"', to: '"2.79"' }],
        changeCount: 1,
        reason: null,
        note: null,
      },
      {
        id: "activity-3",
        at: ago(5 * HOUR),
        user: ACTORS.operations,
        area: "ROUTES",
        kind: "ROUTE_DAY",
        objectId: "amber",
        day: today,
        part: null,
        event: "REPLACED",
        changes: [{ attribute: "stops", from: '"12 entries"', to: '"13 entries"' }],
        changeCount: 1,
        reason: null,
        note: null,
      },
    ],
    handoverNotes: [
      {
        id: "0193a0f4-5c00-7000-8000-0000000000a1",
        kind: "FRIDGE",
        objectId: first,
        text: "The key is at the front desk until the new lock is installed.",
        author: ACTORS.operations,
        createdAt: ago(20 * HOUR),
        until: null,
        doneAt: null,
        doneBy: null,
      },
      {
        id: "0193a0f4-5c00-7000-8000-0000000000a2",
        kind: "FRIDGE",
        objectId: first,
        text: "The technician replaced the fan.",
        author: ACTORS.operations,
        createdAt: ago(70 * HOUR),
        until: null,
        doneAt: ago(30 * HOUR),
        doneBy: ACTORS.operations,
      },
      {
        id: "0193a0f4-5c00-7000-8000-0000000000a3",
        kind: "ROUTE",
        objectId: "amber",
        text: "Use the rear entrance at stop 3: the street is closed.",
        author: ACTORS.operations,
        createdAt: ago(4 * HOUR),
        until: today,
        doneAt: null,
        doneBy: null,
      },
    ],
    locations,
    locationHistory: {
      [first]: [
        {
          id: "history-1",
          at: ago(26 * HOUR),
          user: ACTORS.operations,
          event: "UPDATED",
          changes: [{ attribute: "directions", from: '"Lobby"', to: '"Lobby, left of the elevators"' }],
          reason: null,
          note: null,
        },
      ],
      ...Object.fromEntries(
        locations
          .filter(({ status }) => status === "OFFLINE")
          .map(({ id }) => [
            id,
            [
              {
                id: "history-2",
                at: ago(50 * HOUR),
                user: ACTORS.operations,
                event: "UPDATED",
                changes: [{ attribute: "status", from: '"LIVE"', to: '"OFFLINE"' }],
                reason: "Holiday Break",
                note: null,
              },
            ],
          ]),
      ),
    },
    scheduleChanges: [
      {
        uuid: "01939d3c-1f00-7000-8000-000000000001",
        actionTime: new Date(now.getTime() + 26 * HOUR).toISOString(),
        id: first,
        user: ACTORS.operations,
        version: 1,
        change: { id: first, table: "Locations", attribute: "layoutName", value: '"Retail 52"' },
        pairedWith: null,
        state: "PENDING",
        failure: null,
      },
      {
        uuid: "01939d3c-1f00-7000-8000-000000000002",
        actionTime: ago(2 * HOUR),
        id: second,
        user: ACTORS.operations,
        version: 1,
        change: { id: second, table: "Locations", attribute: "layoutName", value: '"Office 41"' },
        pairedWith: null,
        state: "FAILED",
        failure: "There is no layout Office 41",
      },
    ],
    stops,
    alertSnoozes: [],
    alertSubscriptions: [
      {
        id: "0196b2d0-0000-7000-8000-000000000001",
        version: 2,
        name: "Night shift Midwest",
        regions: ["MW"],
        kinds: ["TOO_WARM", "OUT_OF_ORDER"],
        shift: {
          days: ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"],
          from: "22:00",
          until: "06:00",
        },
        target: { kind: "EMAIL", address: "night.dispatch@larder.example" },
        targetState: "CONFIRMED",
        escalation: { afterMinutes: 15, target: { kind: "WEBHOOK", address: "https://hooks.example.com/larder" } },
        escalationState: "PENDING",
        notifyCleared: true,
        updatedAt: ago(20 * HOUR),
        updatedBy: ACTORS.operations,
      },
    ],
    alerts: [
      {
        id: "alert-1",
        location: first,
        kind: "TOO_WARM",
        state: "OPEN",
        since: ago(50 * MINUTE),
        openedAt: ago(20 * MINUTE),
        detail: "44.6 degrees",
        clearedAt: null,
        acknowledgedAt: null,
        acknowledgedBy: null,
        note: null,
      },
      {
        id: "alert-2",
        location: second,
        kind: "OUT_OF_ORDER",
        state: "CLEARED",
        since: ago(30 * HOUR),
        openedAt: ago(30 * HOUR),
        detail: null,
        clearedAt: ago(20 * HOUR),
        acknowledgedAt: ago(29 * HOUR),
        acknowledgedBy: ACTORS.operations,
        note: "The technician is on site.",
      },
    ],
    messages: [],
    driverActions: fridges.slice(0, 6).map(({ id, route }, index) => ({
      id: `action-${index}`,
      eventType: index % 2 === 0 ? "LocationStocked" : "PackingSlipQuery",
      locationId: id,
      data: JSON.stringify({ route, stockingIndex: 1, packingSlipId: `PS-${id}` }),
      createdAt: ago((7 - index) * 10 * MINUTE),
      user: ACTORS.driver,
      _lastModified: ago((7 - index) * 10 * MINUTE),
    })),
    syncs: [
      {
        id: "sync-1",
        startDate: today,
        endDate: today,
        requestedAt: ago(3 * HOUR),
        user: ACTORS.operations,
        inProgress: false,
        centers: [
          {
            fulfillmentCenter: "Chicago",
            state: "SYNCED",
            attempts: 0,
            routes: 4,
            stops: 12,
            reference: "LN-1001",
            message: null,
            endedAt: ago(3 * HOUR - MINUTE),
          },
        ],
      },
    ],
    jit: stockings.map(({ dropOffDate, location }, index) => ({
      stockingId: stockingId(dropOffDate, location),
      dropOffDate,
      location,
      stockingIndex: 1,
      jit: index % 3 !== 2,
      reason: null,
      email: null,
      decidedAt: null,
      stockedTimeUTC: null,
      pars: null,
    })),
    pars: stockings.map(({ dropOffDate, location }, index) => ({
      stockingId: stockingId(dropOffDate, location),
      dropOffDate,
      location,
      stockingIndex: 1,
      deliveryDate: dropOffDate,
      jit: index % 3 !== 2,
      items: parItems,
    })),
    available: AVAILABLE,
    installed: Object.fromEntries(
      fridges.map(({ id }, index) => [
        id,
        {
          FRIDGE_UI_APPLICATION: index % 3 === 0 ? "2.4.1" : "2.4.0",
          FRIDGE_AGENT: "3.0.7",
          FRIDGE_INVENTORY: "0.9.4",
        },
      ]),
    ),
    pilots: [
      {
        id: "pilot-1",
        fridgeIds: [first, second],
        displayName: "New home screen",
        stage: 1,
        startDate: addDays(today, -7),
        endDate: addDays(today, 7),
        description: "Two fridges show the new home screen.",
        active: true,
        version: 1,
      },
    ],
    deployments: sampleDeployments(
      fridges.map(({ id }) => id),
      ACTORS.operations,
      (hours) => ago(hours * HOUR),
    ),
    softwareHistory: {
      [first]: [
        {
          id: "software-1",
          at: ago(50 * HOUR),
          user: ACTORS.operations,
          event: "DEPLOYED",
          artifactType: "FRIDGE_UI_APPLICATION",
          from: "2.4.0",
          to: "2.4.1",
        },
      ],
    },
    prices: PRICE_SCHEMAS.flatMap((schemaId) =>
      ["COBB_SALAD", "LEMONADE", "LENTIL_SOUP", "TURKEY_WRAP"].map((item, index) => ({
        schemaId,
        item,
        price: (4.5 + index).toFixed(2),
        exists: true,
      })),
    ),
    priceHistory: {},
    planograms: Object.fromEntries(
      LAYOUTS.map((layout) => [
        layout,
        [0, 1].flatMap((row) =>
          [0, 1, 2, 3].map((column): PlanogramEntry => ({
            slot: `${row}:${column}`,
            vendItemName: ITEMS[(row + column) % ITEMS.length] ?? "Lemonade",
            activeHour: "2026-01-05T06:00:00Z",
            physicalFridgeConfig: row + column === 0 ? "STANDARD" : null,
            scheduledBy: ACTORS.operations,
            scheduledAt: "2026-01-02T15:00:00Z",
          })),
        ),
      ]),
    ),
    planogramHistory: {},
    coupons: [
      {
        couponCode: "LARDER42",
        imageName: "Quality - Expired item",
        type: "AMOUNT",
        value: 5,
        startDate: addDays(today, -2),
        endDate: addDays(today, 28),
        user: ACTORS.operations,
        issuedAt: ago(48 * HOUR),
      },
    ],
    staff: [
      ...PROFILES.map((profile) => ({
        user: `sub-of-${profile}`,
        email: `${profile}@larder.example`,
        actions: [...actionsOf(profile)],
        enabled: true,
        invited: false,
        driver: false,
      })),
      ...["carlos.chi", "dana.chi"].map((name) => ({
        user: `sub-of-${name}`,
        email: `${name}@drivers.larder.example`,
        actions: [],
        enabled: true,
        invited: true,
        driver: true,
      })),
    ],
    correctiveActions: [],
    roles: SAMPLE_ROLES,
    roleHistory: {},
    flags: Object.fromEntries(PROFILES.map((profile) => [`${profile}@larder.example`, flagsOf(profile)])),
    permissionHistory: {},
    flagHistory: {},
    uploads: [
      {
        uploadId: UPLOAD_IDS[0],
        fileName: "week 47.csv",
        user: ACTORS.operations,
        at: ago(5 * HOUR),
        kind: "routes",
        state: "FINISHED",
        written: 24,
        unchanged: 0,
        failed: 0,
        folder: "routes-upload",
        key: `routes-upload/${UPLOAD_IDS[0]}/week 47.csv`,
      },
      {
        uploadId: UPLOAD_IDS[1],
        fileName: "pars.csv",
        user: ACTORS.operations,
        at: ago(4 * HOUR),
        kind: "pars",
        state: "PARTIAL",
        written: 10,
        unchanged: 2,
        failed: 1,
        folder: "par-allocation-uploads",
        key: `par-allocation-uploads/${UPLOAD_IDS[1]}/pars.csv`,
      },
    ],
    forecasts: days.flatMap((date) => ITEMS.map((item, index) => ({ item, date, quantity: 30 + 5 * index }))),
    forecastHistory: {},
    zones: {
      version: 1,
      bays: [
        { zone: "1", bay: "A", items: ["Cobb Salad", "Turkey Wrap"] },
        { zone: "2", bay: "B", items: ["Lemonade"] },
      ],
    },
    pageViews: {},
    preferences: { version: 0, views: [], home: null, favorites: [] },
  };
}

export const isDefaultRole = (id: string) => SAMPLE_ROLES.some((role) => role.id === id);

/** The actions of a member of staff. */
export function actionsOfStaff(state: SampleState, email: string, known: readonly Action[]): readonly Action[] {
  const granted = state.staff.find((person) => person.email === email && person.enabled)?.actions ?? [];
  return known.filter((action) => granted.includes(action));
}
