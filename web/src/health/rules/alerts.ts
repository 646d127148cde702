/** Alerts: what their kinds are called, which of them a filter lets through, and which come first. Pure. */
import type { FridgeAlertKind } from "../../api/schema";
import type { FridgeAlert } from "../fridgeAlerts";

export interface AlertFilters {
  readonly state: FridgeAlert["state"];
  /** Only this one's; nothing for the fleet's. */
  readonly fridge: string;
  /** Nothing for all. */
  readonly kind: FridgeAlertKind | "";
  /** Of the fridge's id. */
  readonly text: string;
}

/** The worst first: food that gets warm is lost, a fridge that does not sell costs, one that is silent may be well. */
export const ALERT_KINDS = [
  { kind: "TOO_WARM", label: "Too warm" },
  { kind: "OUT_OF_ORDER", label: "Out of order" },
  { kind: "SILENT", label: "Silent" },
] as const satisfies readonly { kind: FridgeAlertKind; label: string }[];

export function kindLabel(kind: FridgeAlertKind): string {
  return ALERT_KINDS.find((known) => known.kind === kind)?.label ?? kind;
}

/** Reads the address. A value that no filter has is as good as none. */
export function alertFiltersFrom(address: URLSearchParams): AlertFilters {
  const kind = address.get("kind");
  return {
    state: address.get("state") === "CLEARED" ? "CLEARED" : "OPEN",
    fridge: address.get("fridge") ?? "",
    kind: ALERT_KINDS.find((known) => known.kind === kind)?.kind ?? "",
    text: address.get("text") ?? "",
  };
}

export function filterAlerts(alerts: readonly FridgeAlert[], { kind, text }: AlertFilters): readonly FridgeAlert[] {
  const part = text.trim().toLowerCase();
  return alerts.filter(
    (alert) => (kind === "" || alert.kind === kind) && (part === "" || alert.location.toLowerCase().includes(part)),
  );
}

/** Those that nobody has taken note of first, of them the worst, of them the newest. */
export function worstFirst(alerts: readonly FridgeAlert[]): readonly FridgeAlert[] {
  const rank = ({ kind }: FridgeAlert) => ALERT_KINDS.findIndex((known) => known.kind === kind);
  const noted = ({ acknowledgedAt }: FridgeAlert) => Number(acknowledgedAt !== null);
  return alerts.toSorted(
    (a, b) => noted(a) - noted(b) || rank(a) - rank(b) || Date.parse(b.since) - Date.parse(a.since),
  );
}
