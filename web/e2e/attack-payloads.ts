/** Stores texts that run as scripts if a screen inserts them as HTML, in every text of the operations and telemetry. */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { getIdToken } from "./cognito";
import { stack, userOf } from "./stack";
import { sendTelemetry } from "./telemetry";

/** Each one sets a global variable. The marker in all of them shows that a screen displays it. */
export const MARKER = "__xss";
export const PAYLOADS: readonly string[] = [
  '<img src=x onerror="window.__xss=1">',
  '"><script>window.__xss=1</script>',
  "javascript:window.__xss=1",
  '<svg onload="window.__xss=1"></svg>',
  "'\"><iframe srcdoc='<script>parent.__xss=1</script>'>",
  "</title></style><body onload=window.__xss=1>",
];

export interface Stored {
  /** The ids of the fridges with payloads. */
  readonly fridges: readonly string[];
  readonly routes: readonly string[];
  /** The names of the calls that the server accepted, and of those that it rejected. */
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const DAY = 24 * 60 * 60 * 1000;
const businessDay = (time: number) => new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format(time);
export const TODAY = businessDay(Date.now());
const hour = (time: number) => `${new Date(time).toISOString().slice(0, 13)}:00:00.000Z`;

const FRIDGE: Json = {
  accessTo: "Private",
  street: "233 S Wacker Dr",
  city: "Chicago",
  state: "IL",
  zipCode: "60606",
  directions: "Lobby",
  fridgeSchema: "MW_STANDARD/latest",
  latitude: "41.8789",
  longitude: "-87.6359",
  layoutName: "dummy",
  onlineDate: "2026-01-05",
  percentage: "10",
  prettyName: "Attacked",
  priceMapTemplate: "PMT_STANDARD",
  taxRate: "2.25",
  stop: 4,
  status: "LIVE",
};

/** The texts that `PATCH /locations/{id}` accepts, from the OpenAPI document. */
function locationTexts(): readonly string[] {
  const document = JSON.parse(readFileSync("../docs/openapi.json", "utf8")) as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly requestBody: { readonly content: Json } }>>>
    >;
  };
  const body = document.paths["/locations/{id}"]?.patch?.requestBody.content["application/json"] as {
    readonly schema: {
      readonly properties: Readonly<Record<string, { readonly type?: unknown; readonly enum?: unknown }>>;
    };
  };
  return Object.entries(body.schema.properties)
    .filter(([, property]) => [property.type].flat().includes("string") && !property.enum)
    .map(([name]) => name);
}

/** Stores the payloads and returns what the server accepted. */
export async function storePayloads(): Promise<Stored> {
  const { restUrl, graphqlUrl } = stack();
  const { email, password } = userOf("admin");
  const authorization = await getIdToken(email, password);
  const accepted: string[] = [];
  const rejected: string[] = [];
  const fridges: string[] = [];
  const routes: string[] = [];

  async function send(url: string, method: string, body: Json): Promise<Json> {
    const headers = { authorization, "content-type": "application/json" };
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
    if (response.status >= 500) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
    return { ok: response.ok, ...((await response.json()) as Json) };
  }

  async function rest(method: string, path: string, body: Json): Promise<void> {
    const { ok } = await send(`${restUrl}${path}`, method, body);
    (ok ? accepted : rejected).push(`${method} ${path.replaceAll(/[A-Z]+_\w+/g, "{id}")} ${Object.keys(body).join()}`);
  }

  async function graphql(name: string, query: string, variables: Json): Promise<unknown> {
    const response = await send(graphqlUrl, "POST", { query, variables });
    const errors = response.errors as readonly { readonly errorType?: string; readonly message: string }[] | undefined;
    if (errors?.some(({ errorType }) => !["Invalid", "NotFound", "Conflict"].includes(errorType ?? ""))) {
      throw new Error(`${name}: ${JSON.stringify(errors)}`);
    }
    (errors ? rejected : accepted).push(name);
    return Object.values((response.data as Json | null) ?? {})[0];
  }

  const texts = locationTexts();
  for (const payload of PAYLOADS) {
    const id = `XSS_${randomUUID().replaceAll("-", "")}`;
    const run = randomUUID().slice(0, 8);
    fridges.push(id);
    await rest("POST", "/locations", { ...FRIDGE, id, prettyName: payload, directions: payload, street: payload });
    // If the server rejects a payload in the form, the fridge exists without it.
    await rest("POST", "/locations", { ...FRIDGE, id });
    for (const name of texts) await rest("PATCH", `/locations/${id}`, { [name]: payload });
    await rest("PATCH", `/locations/${id}`, {
      address: { street: payload, city: payload, state: "IL", zipCode: "60606" },
      updateReason: { prod: payload, reserve: payload },
      prod: 1,
    });

    const route = `${payload} ${run}`.slice(0, 100);
    routes.push(route);
    for (const stopType of [payload, "Stocking"]) {
      await graphql(
        "createRouteStops",
        "mutation ($input: [RouteStopInput!]!) { createRouteStops(input: $input) { __typename } }",
        { input: [{ stockingDate: TODAY, market: "MW", id, route, stop: 1, stockingIndex: 1, stopType }] },
      );
    }
    const note = "mutation ($input: NewHandoverNote!) { addHandoverNote(input: $input) { id } }";
    for (const [kind, objectId] of [
      ["FRIDGE", id],
      ["ROUTE", route],
    ] as const) {
      await graphql("addHandoverNote", note, {
        input: { id: randomUUID(), kind, objectId, text: payload },
      });
    }
    await graphql("saveRole", "mutation ($input: SaveRoleInput!) { saveRole(input: $input) { id } }", {
      input: { name: payload, actions: ["UpdateLocation"], flags: [], version: 0 },
    });
    await graphql(
      "snoozeFridgeAlerts",
      "mutation ($input: SnoozeFridgeAlertsInput!) { snoozeFridgeAlerts(input: $input) { __typename } }",
      {
        input: { location: id, until: new Date(Date.now() + DAY).toISOString(), reason: payload },
      },
    );
    for (const target of [
      { kind: "EMAIL", address: `${run}@larder.example` },
      { kind: "WEBHOOK", address: payload },
    ]) {
      await graphql(
        "putAlertSubscription",
        "mutation ($input: AlertSubscriptionInput!) { putAlertSubscription(input: $input) { id } }",
        {
          input: { id: randomUUID(), name: payload, target, notifyCleared: false },
        },
      );
    }
    for (const attribute of ["route", "vertical", "updateReason"]) {
      const dateTime = new Date(Date.now() + DAY).toISOString();
      await graphql(
        "createScheduleChanges",
        "mutation ($input: [CreateScheduleChangeInput!]!) { createScheduleChanges(input: $input) { __typename } }",
        { input: [{ location: id, attribute, value: JSON.stringify(payload), dateTime }] },
      );
    }
    await graphql(
      "schedulePlanogramUpdate",
      "mutation ($input: [PlanogramUpdateInput!]!) { schedulePlanogramUpdate(input: $input) { __typename } }",
      {
        input: [
          {
            requestType: "CREATE",
            layoutName: `${payload} ${run}`,
            slot: "1:1",
            vendItemName: payload,
            activeHour: hour(Date.now()),
            physicalFridgeConfig: payload,
          },
        ],
      },
    );
    await graphql(
      "putFridgeSoftwarePilot",
      `
        mutation ($id: ID!, $fridgeIds: [ID!]!, $text: String!, $start: AWSDate!, $end: AWSDate!) {
          putFridgeSoftwarePilot(
            id: $id
            fridgeIds: $fridgeIds
            displayName: $text
            stage: 1
            startDate: $start
            endDate: $end
            description: $text
            active: true
          )
        }
      `,
      { id: `PILOT_${run}`, fridgeIds: [id], text: payload, start: TODAY, end: businessDay(Date.now() + 30 * DAY) },
    );
    await graphql(
      "updateItemPrices",
      "mutation ($input: [ItemPriceInput!]!, $schemas: [String!]) { updateItemPrices(input: $input, newSchemas: $schemas) { __typename } }",
      { input: [{ schemaId: payload, item: `ITEM_${run.toUpperCase()}`, price: "1.00" }], schemas: [payload] },
    );
    await graphql("uploadParMaps", "mutation ($input: [ParMap!]!) { uploadParMaps(input: $input) { __typename } }", {
      input: [
        {
          location: id,
          deliveryDate: TODAY,
          dropOffDate: TODAY,
          jit: false,
          parsAndItems: [{ pars: 3, itemName: payload }],
          priorityBoostItems: [payload],
        },
      ],
    });
    await rest("PUT", "/forecast/update", { date: TODAY, item: payload, quantity: 3 });
    await rest("POST", "/uploads", {
      folder: "routes-upload",
      fileName: `${payload}.csv`,
      contentType: "text/csv",
    });
    await rest("POST", "/coupons", {
      imageName: payload,
      type: "AMOUNT",
      value: 5,
      startDate: TODAY,
      endDate: businessDay(Date.now() + DAY),
    });
    await graphql("createStaffAccount", "mutation ($email: String!) { createStaffAccount(email: $email) { user } }", {
      email: `${payload}@larder.example`,
    });
    await graphql(
      "createDriverAction",
      "mutation ($input: CreateDriverActionInput!) { createDriverAction(input: $input) { id } }",
      {
        input: {
          eventType: "DropOverride",
          locationId: id,
          data: JSON.stringify({
            dropStatus: payload,
            statusReason: payload,
            originalDropOffDate: TODAY,
            packingSlipId: payload,
          }),
        },
      },
    );
    await storeTelemetry(id, payload);
  }

  const views = PAYLOADS.map((payload, index) => ({
    id: `xss-${index}`,
    table: "locations",
    screen: "/locations/all",
    name: payload,
    query: "text=a",
    isDefault: false,
  }));
  const current = (await graphql("myPreferences", "{ myPreferences { version } }", {})) as { readonly version: number };
  for (const name of ["javascript:window.__xss=1", "/locations/all"]) {
    await graphql(
      "updateMyPreferences",
      "mutation ($input: PreferencesInput!) { updateMyPreferences(input: $input) { version } }",
      {
        input: { version: current.version, views: views.map((view) => ({ ...view, screen: name })), favorites: [] },
      },
    );
  }
  return { fridges, routes, accepted, rejected };
}

/** The fields of every message, which `sendTelemetry` sets. */
const ENVELOPE = new Set(["schemaVersion", "messageId", "type", "locationId", "occurredAt"]);
const IS_DATE = /^\d{4}-\d{2}-\d{2}/;

/** Sends each sample message several times, with the payload in each of its texts. */
async function storeTelemetry(location: string, payload: string): Promise<void> {
  const folder = "../functions/ingest/samples";
  for (const file of readdirSync(folder)) {
    const sample = JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as Json;
    const fields = Object.fromEntries(Object.entries(sample).filter(([name]) => !ENVELOPE.has(name)));
    for (const path of textPaths(fields)) {
      await sendTelemetry(String(sample.type), location, replaceAt(fields, path, payload) as Json);
    }
  }
}

/** The paths of the texts in a value, without dates. */
function textPaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === "string") return IS_DATE.test(value) ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textPaths(inner, [...path, name]));
}

function replaceAt(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === name ? replaceAt(inner, rest, text) : (inner as unknown)));
  const object = value as Json;
  return { ...object, [name]: replaceAt(object[name], rest, text) };
}
