/**
 * The configuration of a deployment. It is loaded from /config.json at start, so that one build serves all deployments.
 */
import * as v from "valibot";

const text = v.pipe(v.string(), v.nonEmpty());
const link = v.optional(v.string(), "");

const ConfigSchema = v.object({
  region: text,
  userPoolId: text,
  userPoolClientId: text,
  /** Cognito's endpoint, if it is not the default one. */
  userPoolEndpoint: v.optional(v.string()),
  graphqlUrl: text,
  restUrl: text,
  /** The WebSocket URL for live events (absolute, or relative to the app's origin) and the host name of the API. */
  live: v.optional(v.object({ url: text, host: text })),
  version: v.optional(v.string(), ""),
  /** A session ends after this many minutes without activity. */
  idleSignOutMinutes: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(720)), 30),
  /** An `ip` that contains this text is a company host name and is not validated as an IP address. */
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

/** Returns the configuration. It is loaded before the app renders. */
export function config(): Config {
  if (!current) throw new Error("The configuration is not loaded yet");
  return current;
}

export function setConfig(next: Config): void {
  current = next;
}

export async function loadConfig(): Promise<Config> {
  // Without options, so that the browser uses the response to the preload in index.html.
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error(`config.json: status ${response.status}`);
  const loaded = v.parse(ConfigSchema, await response.json());
  setConfig(loaded);
  return loaded;
}
