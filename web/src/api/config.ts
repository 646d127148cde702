/**
 * What differs between deployments: read from /config.json at start, so that one build serves them all.
 */
import * as v from "valibot";

const text = v.pipe(v.string(), v.nonEmpty());
const link = v.optional(v.string(), "");

const ConfigSchema = v.object({
  region: text,
  userPoolId: text,
  userPoolClientId: text,
  /** Where Cognito is, if not at its usual address. */
  userPoolEndpoint: v.optional(v.string()),
  graphqlUrl: text,
  restUrl: text,
  /** Where live events come from: the socket, relative to the app's own origin or not, and the host that names the API. */
  live: v.optional(v.object({ url: text, host: text })),
  version: v.optional(v.string(), ""),
  /** A session that nobody uses for this long is ended. */
  idleSignOutMinutes: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(720)), 30),
  /** Text in an `ip` that names one of the company's own hosts, which is then not checked as an address. */
  companyHostMarker: v.optional(v.string(), ""),
  links: v.optional(
    v.object({
      facilityCms: link,
      driverApp: link,
      todaysPackingSlip: link,
      historicalAllocation: link,
      receivingInvoices: link,
      perDiemForm: link,
    }),
    {},
  ),
});

export type Config = v.InferOutput<typeof ConfigSchema>;
export type LinkName = keyof Config["links"];

let current: Config | undefined;

/** The configuration; there is one before anything of the app is drawn. */
export function config(): Config {
  if (!current) throw new Error("The configuration is read before the app starts");
  return current;
}

export function setConfig(next: Config): void {
  current = next;
}

export async function loadConfig(): Promise<Config> {
  const response = await fetch("/config.json", { cache: "no-store" });
  if (!response.ok) throw new Error(`config.json: status ${response.status}`);
  const loaded = v.parse(ConfigSchema, await response.json());
  setConfig(loaded);
  return loaded;
}
