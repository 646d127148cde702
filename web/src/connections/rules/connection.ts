/** States the connection of a fridge in words: its state, the reason of a disconnection and warnings. Pure. */
import type { FridgeCertificateSource, FridgeCertificateState } from "../../api/schema";
import { SILENT_AFTER } from "../../health/rules/silence";
import { formatCount, formatDateTimeWithCentral, formatDuration, formatTimeWithCentral } from "../../lib/formats";
import type { Tone } from "../../ui/Tag";
import type { Certificate, FridgeConnection } from "../connection";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * A certificate that expires within this time is a warning, in milliseconds. The agent renews it 30 to 23 days before, so
 * the renewal failed.
 */
export const EXPIRES_SOON = 21 * DAY;

/** The time of a fridge's last message; undefined if it is not loaded, null if the fridge never reported. */
export type LastReport = number | null | undefined;

interface StateText {
  /** Without the time, such as "Connected". */
  readonly label: string;
  readonly tone: Tone;
  /** The time, such as "since 10:02 AM CST"; null if there is none. */
  readonly time: string | null;
}

/**
 * The state of the connection at a time.
 *
 * @param lastReport when the last report arrived, in milliseconds since the epoch
 * @param zone the IANA name of the fridge's zone
 */
export function connectionState(
  { state, since }: Pick<FridgeConnection, "state" | "since">,
  lastReport: LastReport,
  now: number,
  zone: string,
): StateText {
  if (state === "NEVER" || since === null) {
    return { label: "No connection yet", tone: "neutral", time: null };
  }
  const start = Date.parse(since);
  if (state === "DISCONNECTED") {
    return { label: "Disconnected", tone: "warning", time: disconnectedTime(start, now) };
  }
  const lastSign = Math.max(start, lastReport ?? 0);
  if (lastReport !== undefined && now - lastSign > SILENT_AFTER) {
    return { label: "Connected, silent", tone: "warning", time: `since ${formatSince(lastSign, now, zone)}` };
  }
  return { label: "Connected", tone: "positive", time: `since ${formatSince(start, now, zone)}` };
}

/** How long a fridge has been disconnected, such as "for 3 min". */
function disconnectedTime(since: number, now: number): string {
  return now - since < MINUTE ? "just now" : `for ${formatDuration(now - since)}`;
}

/** A time of the last 12 hours without its date. */
function formatSince(at: number, now: number, zone: string): string {
  const isRecent = now - at < DAY / 2;
  return isRecent ? formatTimeWithCentral(at, zone) : formatDateTimeWithCentral(at, { zone });
}

/** The broker's reasons for a disconnection. */
const REASONS: Readonly<Record<string, string>> = {
  AUTH_ERROR: "The broker rejected the fridge's certificate or one of its topics.",
  CLIENT_ERROR: "The fridge sent an invalid or oversized packet.",
  CLIENT_INITIATED_DISCONNECT: "The fridge closed the connection, such as for a restart.",
  CONNECTION_LOST: "The network connection was interrupted.",
  DUPLICATE_CLIENTID: "Another computer connected with the fridge's name.",
  FORBIDDEN_ACCESS: "The broker did not allow the connection.",
  MQTT_KEEP_ALIVE_TIMEOUT: "The fridge stopped responding. Its network or its power may be off.",
  SERVER_ERROR: "An error occurred in the broker.",
  SERVER_INITIATED_DISCONNECT: "The broker closed the connection, such as after a revocation or for maintenance.",
  THROTTLED: "The fridge sent more messages than the broker accepts.",
};

/** Why the broker ended the connection, in words. A code without a text is shown as it is. */
export function reasonText(reason: string): string {
  return REASONS[reason] ?? `The broker's reason: ${reason}`;
}

const VALID_STATES: ReadonlySet<FridgeCertificateState> = new Set(["ISSUED", "ACTIVE", "RETIRING"]);

/** Whether messages that are sent with the certificate are accepted. */
export function isValid({ state, expiresAt }: Pick<Certificate, "state" | "expiresAt">, now: number): boolean {
  return VALID_STATES.has(state) && Date.parse(expiresAt) > now;
}

/** The state of a certificate at a time. A valid one can have expired since it was read. */
export function certificateState({ state, expiresAt }: Certificate, now: number): FridgeCertificateState {
  return VALID_STATES.has(state) && Date.parse(expiresAt) <= now ? "EXPIRED" : state;
}

export const CERTIFICATE_STATES: Readonly<
  Record<FridgeCertificateState, { readonly label: string; readonly tone: Tone }>
> = {
  ISSUED: { label: "Not used yet", tone: "info" },
  ACTIVE: { label: "In use", tone: "positive" },
  RETIRING: { label: "Replaced, ends within 24 hours", tone: "neutral" },
  RETIRED: { label: "Replaced", tone: "neutral" },
  REVOKED: { label: "Revoked", tone: "negative" },
  EXPIRED: { label: "Expired", tone: "warning" },
};

const SOURCES: Readonly<Record<FridgeCertificateSource, string>> = {
  STAFF: "issued by staff",
  PROVISIONED: "requested by the fridge at its setup",
  RENEWED: "renewed by the fridge",
  SEEDED: "sample data",
};

/** How and by whom a certificate was issued. */
export function sourceText({ how, issuedBy }: Pick<Certificate, "how" | "issuedBy">): string {
  return how === "STAFF" ? `issued by ${issuedBy}` : SOURCES[how];
}

/** The part of a certificate's id that screens show. The fridge's log shows the same part. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** The warnings about a connection, each with the action that resolves it, most urgent first. */
export function warningsOf(
  { takeovers, clockSkewSeconds, certificates, state }: FridgeConnection,
  now: number,
): readonly string[] {
  const warnings: string[] = [];
  if (takeovers > 0) {
    warnings.push(
      `A second computer uses this fridge's identity: ${formatCount(takeovers, "takeover")} in the last hour. Turn one of the computers off, or revoke the certificate and issue a new one.`,
    );
  }
  const valid = certificates.filter((certificate) => isValid(certificate, now));
  if (valid.length === 0 && state !== "NEVER") {
    warnings.push(
      "The fridge has no valid certificate, so it cannot connect. Issue a certificate or replace the computer.",
    );
  }
  const last = Math.max(...valid.map(({ expiresAt }) => Date.parse(expiresAt)));
  if (valid.length > 0 && last - now < EXPIRES_SOON) {
    warnings.push(
      `The certificate expires in ${formatDays(last - now)}. The fridge has not renewed it. Check its agent, or issue a certificate.`,
    );
  }
  if (clockSkewSeconds !== null && clockSkewSeconds !== 0) {
    const direction = clockSkewSeconds > 0 ? "ahead" : "behind";
    warnings.push(
      `The fridge's clock is ${formatSkew(Math.abs(clockSkewSeconds))} ${direction}. Messages with a wrong time are rejected. Correct the fridge's clock.`,
    );
  }
  return warnings;
}

function formatDays(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  return days === 0 ? "less than 1 day" : formatCount(days, "day");
}

/** From a day on, minutes do not matter. */
function formatSkew(seconds: number): string {
  return seconds * 1000 < DAY ? formatDuration(seconds * 1000) : formatDays(seconds * 1000);
}
