/**
 * A fake server that replaces `fetch`. Like the real one, it checks the caller's permission for each operation. The
 * test provides a handler for each operation. A call without a handler fails the test.
 */
import { vi } from "vitest";
import { connect } from "../src/api/transport";
import uploads from "../../functions/uploads/cases/uploads.json";
import type { Action } from "../src/session/actions";
import { actionsOf, flagsOf, type Profile } from "./profiles";

/** A handler throws this error to make the operation fail. */
export class ServerError extends Error {
  constructor(
    readonly type: "Invalid" | "Forbidden" | "NotFound" | "Conflict" | "Unavailable" | "Internal",
    message: string,
    readonly info: {
      errors?: readonly { field: string; message: string }[];
      current?: unknown;
      reason?: string;
    } = { errors: [] },
  ) {
    super(message);
  }
}

/** A handler throws this error to simulate a function that times out. AWS sends the response instead. */
export class FunctionTimeout extends Error {
  override readonly message = "2026-11-22T05:00:10Z 1f0c Task timed out after 10.01 seconds";
}

/** Handles an operation: takes GraphQL variables or a REST body, returns the response. */
export type Handler = (input: never) => unknown;

export interface ServerOptions {
  readonly profile?: Profile;
  /** By GraphQL field, or by REST method and path: `PATCH /locations/L1`. */
  readonly handlers?: Readonly<Record<string, Handler>>;
}

/** The required permission of each operation: one action, one of several, or all of several. */
const REQUIRED_ACTIONS: Readonly<Record<string, Action | readonly Action[] | { readonly all: readonly Action[] }>> = {
  locations: "GetAllLocation",
  location: "GetSpecificLocation",
  locationsById: "GetSpecificLocation",
  opsLocations: "GetAllLocation",
  locationRoutes: "GetUniqueRoutes",
  getDriverAction: "GetCheckPointStatus",
  NewDriverActions: "GetCheckPointStatus",
  getPackingSlipsV3: "GetUniqueRoutes",
  ordersByDay: ["GetUniqueRoutes", "UploadPars"],
  itemPrices: ["GetUniquePMTNames", "UpdateItemPrices"],
  itemPriceSchemaIds: ["GetUniquePMTNames", "UpdateItemPrices"],
  itemPriceHistory: ["GetUniquePMTNames", "UpdateItemPrices"],
  createRouteStops: "UploadRoutes",
  locationHistory: "GetSpecificLocation",
  getPlanogramNames: "GetUniqueLayoutNames",
  planogram: "GetUniqueLayoutNames",
  planogramHistory: "GetUniqueLayoutNames",
  schedulePlanogramUpdate: "SchedulePlanogram",
  getPriceMapTemplates: "GetUniquePMTNames",
  getFridgeSchemasTemplates: "GetUniquePMTNames",
  readScheduleChange: "GetScheduledEvents",
  pendingScheduleChanges: "GetScheduledEvents",
  failedScheduleChanges: "GetScheduledEvents",
  createScheduleChanges: { all: ["AddScheduledEvent", "UpdateLocation"] },
  deleteScheduleChange: ["DeleteScheduledEvents", "ManagePermissions"],
  completeScheduleChange: { all: ["AddScheduledEvent", "UpdateLocation"] },
  retryScheduleChange: { all: ["AddScheduledEvent", "UpdateLocation"] },
  releaseScheduleChange: { all: ["ManagePermissions", "UpdateLocation"] },
  createQueueMessage: "SendFridgeCommand",
  sendConfirmedInventoryAndConfirmedReservation: "SendFridgeCommand",
  logiNextSyncs: "SyncLogiNext",
  syncLogiNextLocRoutes: "SyncLogiNext",
  GetJitManagement: "GetUniqueRoutes",
  GetPackingSlips: "GetUniqueRoutes",
  createDriverAction: "OverrideDrop",
  updateJITLocationStatus: "UpdateJit",
  acknowledgeFridgeAlert: "SendFridgeCommand",
  updateFridgeArtifacts: "DeployFridgeSoftware",
  rollBackFridgeArtifacts: "DeployFridgeSoftware",
  putFridgeSoftwarePilot: "DeployFridgeSoftware",
  permissionHistory: "ManagePermissions",
  featureFlagHistory: "ManagePermissions",
  staffFlags: "ManagePermissions",
  setFeatureFlag: "ManagePermissions",
  copyPermissions: "ManagePermissions",
  createStaffAccount: "ManagePermissions",
  resendInvitation: "ManagePermissions",
  setStaffAccountEnabled: "ManagePermissions",
  usage: "ManagePermissions",
  routeCalls: "ManagePermissions",
  "GET /users": "ManagePermissions",
  "POST /users": "ManagePermissions",
  updateItemPrices: "UpdateItemPrices",
  removeItemPriceSchema: "UpdateItemPrices",
  coupons: "GenerateCoupon",
  couponIssueTypes: "GenerateCoupon",
  "POST /coupons": "GenerateCoupon",
  "PUT /forecast": "UpdateForecast",
  "PUT /pars": "UploadPars",
  uploadParMaps: "UploadPars",
  ParOpsLocations: "GetAllLocation",
  ParsOfJitLocations: "GetUniqueRoutes",
  generateAprivaDeviceAddress: "UpdateLocation",
  "POST /locations": "CreateLocation",
  "PATCH /locations": "UpdateLocation",
  "GET /pars/report": "GetUniqueRoutes",
  "GET /pars/zones": ["GetUniqueRoutes", "UploadPars"],
  "GET /reports/driverlog": "GetCheckPointStatus",
  "GET /reports/emptychannel": "GetEmptyChannel",
  "GET /reports/routetemperatures": "RecordTemperature",
  "GET /locations/*/inventory": "GetInventoryForLocation",
};

/** Whether the caller has the permission for an operation, looked up by its name or by the start of its path. */
function isPermitted(name: string, granted: readonly Action[]): boolean {
  const path = name.split("?")[0] ?? "";
  const parts = path.split("/");
  const prefix = (count: number) => parts.slice(0, count).join("/");
  const required =
    REQUIRED_ACTIONS[path] ??
    REQUIRED_ACTIONS[path.replace(/(locations\/)[^/]+(\/inventory)$/, "$1*$2")] ??
    REQUIRED_ACTIONS[prefix(3)] ??
    REQUIRED_ACTIONS[prefix(2)];
  const isGranted = (action: Action) => granted.includes(action);
  if (required === undefined) return true;
  return typeof required === "object" && "all" in required
    ? required.all.every(isGranted)
    : [required].flat().some(isGranted);
}

/** Checks an upload's folder, kind and length against the server's list of upload kinds. */
function checkUpload(name: string, input: unknown): void {
  if (!name.startsWith("POST /uploads")) return;
  const { folder, kind, contentLength } = input as { folder?: string; kind?: string; contentLength?: number };
  const known = uploads.folders.find((each) => each.folder === folder);
  const tooLong = known && contentLength !== undefined && contentLength > known.largestMegabytes * 1024 * 1024;
  const isOutcome = name.endsWith("/outcome");
  const wrongKind = isOutcome && !uploads.kinds.some((each) => each.kind === kind && each.folder === folder);
  if (!known || tooLong || wrongKind) throw new ServerError("Invalid", `The server rejects ${JSON.stringify(input)}`);
}

const STATUS = { Invalid: 400, Forbidden: 403, NotFound: 404, Conflict: 409, Unavailable: 503, Internal: 500 } as const;

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

export interface Server {
  /** The operations that were called so far. */
  readonly calls: { readonly name: string; readonly input: unknown }[];
  /** Disables the account, so that every later call is rejected. */
  readonly disableAccount: () => void;
}

const ACCOUNT_DISABLED_MESSAGE = "Your account is disabled. Ask an administrator to enable it.";

export function startServer({ profile = "admin", handlers = {} }: ServerOptions = {}): Server {
  const calls: { name: string; input: unknown }[] = [];
  let disabled = false;
  const all: Readonly<Record<string, Handler>> = {
    myPermissions: () => actionsOf(profile),
    featureFlags: () => flagsOf(profile),
    ...handlers,
  };

  async function operate(name: string, input: unknown): Promise<unknown> {
    calls.push({ name, input });
    if (disabled)
      throw new ServerError("Forbidden", ACCOUNT_DISABLED_MESSAGE, { errors: [], reason: "ACCOUNT_DISABLED" });
    if (!isPermitted(name, actionsOf(profile))) throw new ServerError("Forbidden", "Error! User Action Prohibited!");
    checkUpload(name, input);
    // The query of a REST path is the handler's input, unless there is a handler for the path with this query.
    const [path = "", query] = name.split("?");
    const handler = all[name] ?? all[path];
    if (handler && query !== undefined && !all[name])
      return await handler(Object.fromEntries(new URLSearchParams(query)) as never);
    if (!handler) throw new Error(`The test has no handler for ${name}`);
    return await handler(input as never);
  }

  async function store(url: string, file: Blob): Promise<number> {
    calls.push({ name: `PUT ${url}`, input: await file.text() });
    const handler = all[`PUT ${url}`];
    return handler ? Number(await handler(file as never)) : 200;
  }

  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as Record<string, unknown>) : undefined;
    const isRest = url.startsWith("/rest");
    // An upload to a presigned URL, which needs no further permission.
    if (init.method === "PUT" && !isRest) return new Response(null, { status: await store(url, init.body as Blob) });
    const name = isRest ? `${init.method} ${url.slice("/rest".length)}` : String(body?.operationName);
    try {
      const result = await operate(name, isRest ? body : body?.variables);
      if (isRest) return json(init.method === "POST" ? 201 : 200, result);
      // A document with one field has the field's name. The name of a document with several starts with a capital.
      return json(200, { data: /^[A-Z]/.test(name) ? result : { [name]: result } });
    } catch (error) {
      if (error instanceof FunctionTimeout) {
        if (isRest) return json(504, { message: error.message });
        return json(200, {
          data: null,
          errors: [{ message: error.message, errorType: "Unavailable", errorInfo: null }],
        });
      }
      if (!(error instanceof ServerError)) throw error;
      if (isRest) return json(STATUS[error.type], { message: error.message, errors: [], ...error.info });
      return json(200, {
        data: null,
        errors: [{ message: error.message, errorType: error.type, errorInfo: error.info }],
      });
    }
  });

  connect({ graphqlUrl: "/graphql", restUrl: "/rest", idToken: () => Promise.resolve(`token of ${profile}`) });
  return { calls, disableAccount: () => void (disabled = true) };
}
