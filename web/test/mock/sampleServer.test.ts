import * as v from "valibot";
import locationExamples from "../../../functions/locations/examples.json";
import { describe, expect, test } from "vitest";
import { ROOT_FIELDS } from "../graphqlContract";
import { OPERATION_NAMES } from "../permissions";
import type { Profile } from "../profiles";
import { sampleCertificateId } from "./connectionHandlers";
import { createSampleServer, sampleHandlers } from "./sampleServer";

/** Operations that the sample server does not have. A call of one shows an error. */
const NOT_COVERED: readonly string[] = [];

const NOW = new Date("2026-11-23T16:00:00Z");
const TODAY = "2026-11-23";
const FRIDGE = "IL_0001";
const KEY = { input: { uuid: "01939d3c-1f00-7000-8000-000000000001", actionTime: "2026-11-24T18:00:00.000Z" } };
const ROUTES = { filter: { stockingDate: TODAY } };
const SLIPS = { filter: { dropOffDate: TODAY } };
const STOCKED = { eventType: "LocationStocked", createdAt: "2026-11-23T00:00:00Z" };
const DEPLOYMENT = { artifactType: "FRIDGE_AGENT", version: "3.1.0", fridges: [FRIDGE] };
const CHANGE = { location: FRIDGE, attribute: "reserve", value: "1", dateTime: "2026-11-25T09:00:00-06:00" };
const STOCKING = `${TODAY}#${FRIDGE}#1`;
const JIT = { input: { dropOffDate: TODAY } };
const ACTION_TYPES = [
  "LocationStocked",
  "PackingSlipQuery",
  "DropOffComplete",
  "LocationUnreachable",
  "VanTemperature",
  "InventoryRemoval",
  "ClearOutDecommission",
  "DropOverride",
];

/** Variables for each operation of the app. Operations that are not listed have none. */
const VARIABLES: Readonly<Record<string, object>> = {
  activityLog: { from: "2026-11-01", to: TODAY },
  handoverNotes: { object: { kind: "FRIDGE", id: FRIDGE } },
  openHandoverNotes: { kind: "ROUTE" },
  addHandoverNote: {
    input: {
      id: "0193a0f4-5c00-7000-8000-0000000000b1",
      kind: "ROUTE",
      objectId: "amber",
      text: "Use the rear entrance",
    },
  },
  completeHandoverNote: { id: "0193a0f4-5c00-7000-8000-0000000000a1" },
  location: { id: FRIDGE },
  updateMyPreferences: {
    input: {
      version: 0,
      views: [{ id: "1", table: "alerts", screen: "/alerts", name: "Warm", query: "kind=WARM", isDefault: true }],
      home: [{ kind: "VIEW", view: "1" }, { kind: "ATTENTION" }],
      favorites: ["/coupons"],
    },
  },
  locationsById: { ids: [FRIDGE, "UNKNOWN"] },
  locationHistory: { id: FRIDGE },
  generateAprivaDeviceAddress: { input: { locationId: FRIDGE } },
  planogram: { layoutName: "Office 40" },
  planogramHistory: { layoutName: "Office 40" },
  schedulePlanogramUpdate: {
    input: [
      {
        requestType: "UPDATE",
        layoutName: "Office 40",
        slot: "0:0",
        vendItemName: "Lemonade",
        activeHour: "2026-11-25T15:00:00Z",
      },
    ],
  },
  readScheduleChange: { filter: { id: FRIDGE } },
  pendingScheduleChanges: {
    filter: { ids: [FRIDGE], attributes: ["layoutName"], before: "2027-01-01T00:00:00Z" },
  },
  createScheduleChanges: { input: [CHANGE] },
  deleteScheduleChange: KEY,
  completeScheduleChange: KEY,
  retryScheduleChange: KEY,
  releaseScheduleChange: KEY,
  locationRoutes: ROUTES,
  ExpectedTimes: { filter: { ...ROUTES.filter, expectedTimes: true } },
  getPackingSlipsV3: SLIPS,
  getDriverAction: { filter: STOCKED },
  createDriverAction: {
    input: { eventType: "DropOverride", locationId: FRIDGE, data: '{"dropStatus":"Not Delivering"}' },
  },
  createRouteStops: {
    input: [
      { stockingDate: TODAY, market: "MW", id: FRIDGE, route: "Elm", stop: 1, stockingIndex: 1, stopType: "STOCK" },
    ],
  },
  followFridge: { id: FRIDGE },
  fridgeConnection: { id: FRIDGE },
  fridgeConnectionHistory: { id: FRIDGE },
  issueFridgeCertificate: {
    id: FRIDGE,
    certificateSigningRequest: "-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----",
    reason: "First setup",
  },
  revokeFridgeCertificate: {
    id: FRIDGE,
    certificateId: sampleCertificateId(FRIDGE, 1),
    reason: "Computer stolen",
    version: 2,
  },
  allowFridgeReplacement: { id: FRIDGE, allow: true, reason: "Computer defective", version: 2 },
  fridgeHealth: { filter: { locationIds: [FRIDGE, "UNKNOWN"] } },
  FridgeZones: { filter: { locationIds: [FRIDGE, "UNKNOWN"] } },
  fleetHealth: {},
  getFridgeEvents: { location: FRIDGE, eventTypes: ["CheckpointEvent"] },
  getFridgeSegmentEvents: { location: FRIDGE, fridgeSegmentEventType: ["purchaseCompleted"] },
  fridgeTemperatures: { location: FRIDGE },
  temperatureReadings: { location: FRIDGE, from: "2026-11-14T10:00:00.000Z", to: "2026-11-21T10:00:00.000Z" },
  safetyHoldChanges: { location: FRIDGE, from: "2026-11-14T10:00:00.000Z" },
  correctiveActions: { location: FRIDGE, from: "2026-11-14T10:00:00.000Z", to: "2026-11-21T10:00:00.000Z" },
  recordCorrectiveAction: {
    input: {
      location: FRIDGE,
      excursionStart: "2026-11-19T15:00:00.000Z",
      action: "DISCARDED_PRODUCTS",
      clientToken: "0193a0f4-5c00-7000-8000-000000000009",
    },
  },
  fridgeAlerts: { filter: { state: "OPEN" } },
  alertNotices: { location: FRIDGE, alert: "alert-1" },
  snoozeFridgeAlerts: { input: { location: FRIDGE, until: "2026-11-25T15:00:00Z", reason: "Technician on site" } },
  endFridgeAlertSnooze: { location: FRIDGE },
  putAlertSubscription: {
    input: {
      id: "0196b2d0-0000-7000-8000-000000000002",
      name: "Day shift",
      target: { kind: "EMAIL", address: "day@larder.example" },
      notifyCleared: true,
    },
  },
  deleteAlertSubscription: { id: "0196b2d0-0000-7000-8000-000000000002", version: 1 },
  testAlertSubscription: { id: "0196b2d0-0000-7000-8000-000000000001" },
  acknowledgeFridgeAlert: { input: { location: FRIDGE, id: "alert-1", note: "On my way" } },
  readQueueMessages: { id: FRIDGE },
  createQueueMessage: {
    location: FRIDGE,
    message: { messageType: "Resource", payload: { operation: "ENABLE", resource: "SafetyHold" } },
  },
  sendConfirmedInventoryAndConfirmedReservation: { locationId: FRIDGE },
  syncLogiNextLocRoutes: { input: { startDate: TODAY, endDate: TODAY, fulfillmentCenters: ["Chicago"] } },
  pars: { stockingIds: [STOCKING] },
  ordersByDay: { productionDate: TODAY, deliveryDate: TODAY },
  jitLocations: JIT,
  ParsOfJitLocations: { input: { dropOffDate: TODAY, location: FRIDGE } },
  updateJITLocationStatus: { input: [{ stockingId: STOCKING, jitIndicator: false, reason: "Van Issue" }] },
  uploadParMaps: {
    input: [
      {
        location: FRIDGE,
        deliveryDate: TODAY,
        dropOffDate: TODAY,
        jit: true,
        parsAndItems: [{ pars: 3, itemName: "Lemonade" }],
      },
    ],
  },
  fridgeSoftwareHistory: { id: FRIDGE },
  updateFridgeArtifacts: DEPLOYMENT,
  fridgeDeployment: { id: "deployment-stopped" },
  fridgeDeploymentTargets: { id: "deployment-stopped" },
  createFridgeDeployment: { ...DEPLOYMENT, clientToken: "0193a0f4-5c00-7000-8000-0000000000c1" },
  continueFridgeDeployment: { id: "deployment-stopped", version: 2, scope: "NEXT_STAGE" },
  pauseFridgeDeployment: { id: "deployment-stopped", version: 2 },
  rollBackFridgeDeployment: { id: "deployment-stopped", version: 2 },
  rollBackFridgeArtifacts: { ...DEPLOYMENT, artifactType: "FRIDGE_UI_APPLICATION", version: "2.4.1" },
  putFridgeSoftwarePilot: {
    id: "pilot-2",
    fridgeIds: [FRIDGE],
    displayName: "Colors",
    stage: 1,
    startDate: TODAY,
    endDate: TODAY,
    description: "",
    active: true,
  },
  itemPriceHistory: { schemaId: "PMT_STANDARD", item: "LEMONADE" },
  updateItemPrices: { input: [{ schemaId: "PMT_STANDARD", item: "LEMONADE", price: "2.50" }] },
  removeItemPriceSchema: { schemaId: "PMT_UNUSED" },
  permissionHistory: { user: "sub-of-operations" },
  featureFlagHistory: { flag: "jofemar" },
  copyPermissions: { input: { from: "sub-of-operations", to: "sub-of-no-permissions" } },
  roleHistory: { id: "dispatcher" },
  applyRole: { input: { user: "sub-of-read-only", role: "planner", version: 0, actions: [], flags: [] } },
  saveRole: { input: { name: "Depot lead", actions: ["GetAllLocation"], flags: ["jofemar"], version: 0 } },
  removeRole: { input: { id: "depot-lead", version: 1 } },
  lastSignIn: { user: "sub-of-operations" },
  createStaffAccount: { email: "new@larder.example" },
  resendInvitation: { user: "sub-of-operations" },
  setStaffAccountEnabled: { input: { user: "sub-of-operations", enabled: false } },
  setFeatureFlag: { input: { email: "operations@larder.example", flag: "jofemar", on: false } },
  usage: { from: TODAY, to: TODAY },
  routeCalls: { route: "GET /uploads", date: TODAY },
  reportBrowserProblems: {
    problems: [{ kind: "ERROR", screen: "/home", release: "local", message: "x is undefined" }],
  },
  recordPageViews: { views: [{ id: "view-1", screen: "/home", ago: 5 }] },
  GetJitManagement: { ...ROUTES, ...JIT },
  GetPackingSlips: {
    routes: ROUTES.filter,
    slips: SLIPS.filter,
    overrides: { eventType: "DropOverride", dropOffDate: TODAY },
    unreachable: STOCKED,
    stocked: STOCKED,
    droppedOff: STOCKED,
  },
  NewDriverActions: Object.fromEntries(ACTION_TYPES.map((eventType) => [eventType, { ...STOCKED, eventType }])),
};

/** A path and a body for each REST route. */
const REST_CALLS: Readonly<Record<string, { readonly path: string; readonly body?: object }>> = {
  "POST /locations": { path: "/locations", body: { ...locationExamples["create-location"], id: "IL_0100" } },
  "PATCH /locations/{id}": { path: `/locations/${FRIDGE}`, body: { version: 1, route: "elm" } },
  "PATCH /locations/wholesale/{id}": { path: "/locations/wholesale/MA_0008", body: { stop: 3 } },
  "GET /locations/{id}/schedule": { path: `/locations/${FRIDGE}/schedule` },
  "GET /locations/{id}/inventory": { path: `/locations/${FRIDGE}/inventory` },
  "GET /reports/stockouts/{date}": { path: "/reports/stockouts/20261122" },
  "GET /reports/emptychannel/{date}": { path: "/reports/emptychannel/20261122" },
  "GET /reports/driverlog": { path: "/reports/driverlog?startTime=1795154400&endTime=1795240800" },
  "GET /reports/driverlog/cognitoemails": { path: "/reports/driverlog/cognitoemails" },
  "GET /reports/routetemperatures": { path: "/reports/routetemperatures?startTime=1795154400&endTime=1795240800" },
  "GET /forecast/view/{date}": { path: `/forecast/view/${TODAY}` },
  "GET /forecast/days": { path: `/forecast/days?dates=${TODAY}` },
  "GET /forecast/history": { path: `/forecast/history?date=${TODAY}&item=Lemonade` },
  "GET /forecast/upload/url": { path: "/forecast/upload/url?fileName=a.csv&contentLength=10" },
  "PUT /forecast/update": {
    path: "/forecast/update",
    body: { item: "Lemonade", quantity: 3, date: TODAY, seen: 35 },
  },
  "GET /pars/zones": { path: "/pars/zones" },
  "PUT /pars/zones": { path: "/pars/zones", body: { zone: "1", bay: "A", items: ["Lemonade"], version: 1 } },
  "GET /pars/report/{date}": { path: "/pars/report/20261123" },
  "POST /uploads": {
    path: "/uploads",
    body: { folder: "routes-upload", fileName: "a.csv", contentType: "text/csv", contentLength: 10 },
  },
  "GET /uploads": { path: "/uploads?folder=routes-upload" },
  "GET /uploads/{uploadId}": { path: "/uploads/0193a0f4-5c00-7000-8000-000000000001?folder=routes-upload" },
  "POST /uploads/{uploadId}/outcome": {
    path: "/uploads/0193a0f4-5c00-7000-8000-000000000001/outcome",
    body: { folder: "routes-upload", kind: "routes", written: 1, unchanged: 0, failed: 0 },
  },
  "POST /coupons": {
    path: "/coupons",
    body: {
      imageName: "Quality - Expired item",
      type: "AMOUNT",
      value: 5,
      startDate: TODAY,
      endDate: TODAY,
      clientToken: "1f0c0f0e-6a1e-4c39-9b0e-6a1e4c399b0e",
    },
  },
  "GET /users/permissions": { path: "/users/permissions" },
  "POST /users/permissions": {
    path: "/users/permissions",
    body: { user: "sub-of-operations", action: "UploadPars" },
  },
  "POST /users/permissions/remove": {
    path: "/users/permissions/remove",
    body: { user: "sub-of-operations", action: "CreateLocation" },
  },
};

const DocumentSchema = v.object({ name: v.string(), area: v.string(), text: v.string() });
const DOCUMENTS = Object.values(
  import.meta.glob<Record<string, unknown>>("../../src/**/operations.generated.ts", { eager: true }),
)
  .flatMap((module) => Object.values(module))
  .map((document) => v.parse(DocumentSchema, document));

const Failure = v.object({ errorType: v.string(), message: v.string() });
const GraphqlResponse = v.object({
  data: v.nullable(v.record(v.string(), v.unknown())),
  errors: v.optional(v.array(Failure)),
});

function start(profile: Profile = "admin") {
  const violations: unknown[] = [];
  const server = createSampleServer({
    now: NOW,
    profile,
    graphqlUrl: "/graphql",
    restUrl: "/rest",
    onViolation: (error) => violations.push(error),
  });
  const graphql = async (operationName: string, variables: object = VARIABLES[operationName] ?? {}) => {
    const query = DOCUMENTS.find(({ name }) => name === operationName)?.text;
    const response = await server.fetch("/graphql", {
      method: "POST",
      body: JSON.stringify({ operationName, query, variables }),
    });
    return v.parse(GraphqlResponse, await response.json());
  };
  const rest = async (method: string, path: string, body?: object) => {
    const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await server.fetch(`/rest${path}`, init);
    return { status: response.status, body: v.parse(v.unknown(), await response.json()) };
  };
  return { server, graphql, rest, violations };
}

test("every operation of the API has a sample handler or is listed as not covered", () => {
  const { handlers, routes } = sampleHandlers({ now: NOW, profile: "admin" });
  const covered = OPERATION_NAMES.filter((name) => handlers[name] ?? routes[name]);
  expect([...covered, ...NOT_COVERED].toSorted()).toEqual(OPERATION_NAMES.toSorted());
});

test("the permission map has every field of the schema", () => {
  expect(OPERATION_NAMES.filter((name) => !name.includes(" ")).toSorted()).toEqual([...ROOT_FIELDS].toSorted());
});

test.each(DOCUMENTS)("$area: the sample response of $name fits the schema", async ({ name, text }) => {
  const { server, violations } = start();
  const body = JSON.stringify({ operationName: name, query: text, variables: VARIABLES[name] ?? {} });
  const response = await server.fetch("/graphql", { method: "POST", body });
  const { data, errors } = v.parse(GraphqlResponse, await response.json());
  expect(errors).toBeUndefined();
  expect(data).not.toBeNull();
  expect(violations).toEqual([]);
});

test.each(OPERATION_NAMES.filter((name) => name.includes(" ")))("%s has a sample response", async (route) => {
  const { rest, violations } = start();
  const call = REST_CALLS[route];
  if (!call) throw new Error(`The test has no call of ${route}`);
  const { status } = await rest(route.split(" ")[0] ?? "", call.path, call.body);
  expect(status).toBeLessThan(300);
  expect(violations).toEqual([]);
});

describe("the sample server keeps", () => {
  test("an edit of a location, with its history, and rejects an edit of an older version", async () => {
    const { graphql, rest } = start();
    const edit = { version: 1, route: "elm" };
    await rest("PATCH", `/locations/${FRIDGE}`, edit);
    const { data } = await graphql("location");
    expect(data).toMatchObject({ location: { version: 2, route: "elm" } });
    const history = await graphql("locationHistory");
    expect(history.data).toMatchObject({ locationHistory: { items: [{ event: "UPDATED" }, {}] } });
    const conflict = await rest("PATCH", `/locations/${FRIDGE}`, { ...edit, route: "oak" });
    expect(conflict).toMatchObject({ status: 409, body: { current: { version: 2 } } });
  });

  test("a scheduled change, and applies it when its time comes", async () => {
    const { graphql } = start();
    const dateTime = new Date(NOW.getTime() - 1000).toISOString();
    await graphql("createScheduleChanges", { input: [{ ...CHANGE, dateTime }] });
    expect((await graphql("location")).data).toMatchObject({ location: { reserve: 1, version: 2 } });
    await graphql("createScheduleChanges", { input: [{ ...CHANGE, value: "0" }] });
    expect((await graphql("location")).data).toMatchObject({ location: { reserve: 1, version: 2 } });
  });

  test("an upload with its outcome", async () => {
    const { rest } = start();
    const { body } = await rest("POST", "/uploads", REST_CALLS["POST /uploads"]?.body);
    const { uploadId } = v.parse(v.looseObject({ uploadId: v.string() }), body);
    const outcome = { folder: "routes-upload", kind: "routes", written: 1, unchanged: 0, failed: 2 };
    await rest("POST", `/uploads/${uploadId}/outcome`, outcome);
    const list = await rest("GET", "/uploads?folder=routes-upload");
    expect(list.body).toMatchObject({ items: [{ uploadId, state: "PARTIAL", failed: 2 }, {}] });
  });

  test("a granted permission: the user can make the call then", async () => {
    const { graphql, rest } = start("admin");
    const grant = { user: "sub-of-admin", action: "GenerateCoupon" };
    await rest("POST", "/users/permissions/remove", grant);
    expect((await graphql("coupons")).errors).toMatchObject([{ errorType: "Forbidden" }]);
    await rest("POST", "/users/permissions", grant);
    expect((await graphql("coupons")).errors).toBeUndefined();
  });
});

test.each([
  ["admin", undefined],
  ["read-only", "Forbidden"],
  ["no-permissions", "Forbidden"],
] as const)("the profile %s sends a command: %s", async (profile, errorType) => {
  const { graphql } = start(profile);
  expect((await graphql("createQueueMessage")).errors?.[0]?.errorType).toBe(errorType);
});
