/** Labels, filters and the order of alerts. */
import type { FridgeAlertKind } from "../../api/schema";
import type { FridgeAlert } from "../fridgeAlerts";

/** A TOO_WARM alert opens after this time above the limit, in milliseconds. The server raises it (HLT-13). */
export const TOO_WARM_AFTER = 30 * 60_000;

export interface AlertFilters {
  readonly state: FridgeAlert["state"];
  /** A fridge id; empty for the whole fleet. */
  readonly fridge: string;
  /** Empty for all kinds. */
  readonly kind: FridgeAlertKind | "";
  /** Part of the fridge id. */
  readonly text: string;
}

/** Worst first: warm food is lost, a fridge out of order loses sales, a silent fridge can be healthy. */
export const ALERT_KINDS = [
  { kind: "TOO_WARM", label: "Too warm" },
  { kind: "OUT_OF_ORDER", label: "Out of order" },
  { kind: "SILENT", label: "Silent" },
] as const satisfies readonly { kind: FridgeAlertKind; label: string }[];

export function alertKindLabel(kind: FridgeAlertKind): string {
  return ALERT_KINDS.find((entry) => entry.kind === kind)?.label ?? kind;
}

/** Parses the filters in the URL. Ignores unknown values. */
export function parseAlertFilters(address: URLSearchParams): AlertFilters {
  const kind = address.get("kind");
  return {
    state: address.get("state") === "CLEARED" ? "CLEARED" : "OPEN",
    fridge: address.get("fridge") ?? "",
    kind: ALERT_KINDS.find((entry) => entry.kind === kind)?.kind ?? "",
    text: address.get("text") ?? "",
  };
}

/** Sorts alerts: not acknowledged first, then the worst kind, then the newest. */
export function sortByUrgency(alerts: readonly FridgeAlert[]): readonly FridgeAlert[] {
  const rank = ({ kind }: FridgeAlert) => ALERT_KINDS.findIndex((entry) => entry.kind === kind);
  const acknowledged = ({ acknowledgedAt }: FridgeAlert) => Number(acknowledgedAt !== null);
  return alerts.toSorted(
    (a, b) => acknowledged(a) - acknowledged(b) || rank(a) - rank(b) || Date.parse(b.since) - Date.parse(a.since),
  );
}

/** The maximum length of the note of an acknowledgement, in characters. */
export const MAX_NOTE_LENGTH = 500;
