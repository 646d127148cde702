/**
 * A server of the same manners as the real one, in place of `fetch`: it knows who calls, refuses who lacks the action
 * that an operation needs, and answers what a test says. What no test says is there is refused loudly.
 */
import { vi } from "vitest";
import { connect } from "../src/api/transport";
import uploads from "../../functions/uploads/cases/uploads.json";
import type { Action } from "../src/session/actions";
import { actionsOf, flagsOf, type Profile } from "./profiles";

/** Thrown by an answer: the operation fails in this way. */
export class Refusal extends Error {
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

/** Thrown by an answer: the function runs out of time, and AWS answers in its place. */
export class Timeout extends Error {
  override readonly message = "2026-11-22T05:00:10Z 1f0c Task timed out after 10.01 seconds";
}

/** How an operation answers: GraphQL variables, or a REST body, in; what it answers out. */
export type Answer = (input: never) => unknown;

export interface ServerOptions {
  readonly profile?: Profile;
  /** By GraphQL field, or by REST method and path: `PATCH /locations/L1`. */
  readonly answers?: Readonly<Record<string, Answer>>;
}

/** By operation: an action, several of which one is enough, or several that are all needed. */
const NEEDS: Readonly<Record<string, Action | readonly Action[] | { readonly all: readonly Action[] }>> = {
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

/** Whether the caller may make a call, which needs what its name, or the beginning of its address, says. */
function isPermitted(name: string, granted: readonly Action[]): boolean {
  const path = name.split("?")[0] ?? "";
  const parts = path.split("/");
  const some = (count: number) => parts.slice(0, count).join("/");
  const needs =
    NEEDS[path] ?? NEEDS[path.replace(/(locations\/)[^/]+(\/inventory)$/, "$1*$2")] ?? NEEDS[some(3)] ?? NEEDS[some(2)];
  const isGranted = (action: Action) => granted.includes(action);
  if (needs === undefined) return true;
  return typeof needs === "object" && "all" in needs ? needs.all.every(isGranted) : [needs].flat().some(isGranted);
}

/** The server rejects an upload's folder, kind and length as the shared list of kinds says. */
function checkUpload(name: string, input: unknown): void {
  if (!name.startsWith("POST /uploads")) return;
  const { folder, kind, contentLength } = input as { folder?: string; kind?: string; contentLength?: number };
  const known = uploads.folders.find((each) => each.folder === folder);
  const tooLong = known && contentLength !== undefined && contentLength > known.largestMegabytes * 1024 * 1024;
  const isOutcome = name.endsWith("/outcome");
  const wrongKind = isOutcome && !uploads.kinds.some((each) => each.kind === kind && each.folder === folder);
  if (!known || tooLong || wrongKind) throw new Refusal("Invalid", `The server rejects ${JSON.stringify(input)}`);
}

const STATUS = { Invalid: 400, Forbidden: 403, NotFound: 404, Conflict: 409, Unavailable: 503, Internal: 500 } as const;

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

export interface Server {
  /** Names of the operations called so far. */
  readonly calls: { readonly name: string; readonly input: unknown }[];
  /** From now on the account is disabled: every call is rejected. */
  readonly disableAccount: () => void;
}

const DISABLED = "Your account is disabled. Ask an administrator to enable it.";

export function startServer({ profile = "admin", answers = {} }: ServerOptions = {}): Server {
  const calls: { name: string; input: unknown }[] = [];
  let disabled = false;
  const all: Readonly<Record<string, Answer>> = {
    myPermissions: () => actionsOf(profile),
    featureFlags: () => flagsOf(profile),
    ...answers,
  };

  async function operate(name: string, input: unknown): Promise<unknown> {
    calls.push({ name, input });
    if (disabled) throw new Refusal("Forbidden", DISABLED, { errors: [], reason: "ACCOUNT_DISABLED" });
    if (!isPermitted(name, actionsOf(profile))) throw new Refusal("Forbidden", "Error! User Action Prohibited!");
    checkUpload(name, input);
    // Of an address with a query, the query is what goes in, unless the test answers that address alone.
    const [path = "", query] = name.split("?");
    const answer = all[name] ?? all[path];
    if (answer && query !== undefined && !all[name])
      return await answer(Object.fromEntries(new URLSearchParams(query)) as never);
    if (!answer) throw new Error(`The test's server has no answer for ${name}`);
    return await answer(input as never);
  }

  async function store(url: string, file: Blob): Promise<number> {
    calls.push({ name: `PUT ${url}`, input: await file.text() });
    const answer = all[`PUT ${url}`];
    return answer ? Number(await answer(file as never)) : 200;
  }

  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as Record<string, unknown>) : undefined;
    const overRest = url.startsWith("/rest");
    // A file, put where a signed address says; the address is its own permission.
    if (init.method === "PUT" && !overRest) return new Response(null, { status: await store(url, init.body as Blob) });
    const name = overRest ? `${init.method} ${url.slice("/rest".length)}` : String(body?.operationName);
    try {
      const answer = await operate(name, overRest ? body : body?.variables);
      if (overRest) return json(init.method === "POST" ? 201 : 200, answer);
      // A document of one field has the field's name; one of several has a name of its own, with a capital.
      return json(200, { data: /^[A-Z]/.test(name) ? answer : { [name]: answer } });
    } catch (error) {
      if (error instanceof Timeout) {
        if (overRest) return json(504, { message: error.message });
        return json(200, {
          data: null,
          errors: [{ message: error.message, errorType: "Unavailable", errorInfo: null }],
        });
      }
      if (!(error instanceof Refusal)) throw error;
      if (overRest) return json(STATUS[error.type], { message: error.message, errors: [], ...error.info });
      return json(200, {
        data: null,
        errors: [{ message: error.message, errorType: error.type, errorInfo: error.info }],
      });
    }
  });

  connect({ graphqlUrl: "/graphql", restUrl: "/rest", idToken: () => Promise.resolve(`token of ${profile}`) });
  return { calls, disableAccount: () => void (disabled = true) };
}
