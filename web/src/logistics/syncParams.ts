/** The values of the sync form in the URL parameters. */
import { parseDay } from "../lib/day";
import type { SyncInput } from "./rules/sync";

export function parseSyncParams(address: URLSearchParams, today: string): SyncInput {
  const startDate = parseDay(address.get("start") ?? "") ?? today;
  return {
    startDate,
    endDate: parseDay(address.get("end") ?? "") ?? startDate,
    fulfillmentCenters: address.getAll("center"),
  };
}

export function setSyncParams(address: URLSearchParams, input: SyncInput, today: string): URLSearchParams {
  const next = new URLSearchParams(address);
  const { startDate, endDate, fulfillmentCenters } = input;
  if (startDate === today) next.delete("start");
  else next.set("start", startDate);
  if (endDate === startDate) next.delete("end");
  else next.set("end", endDate);
  next.delete("center");
  for (const center of fulfillmentCenters) next.append("center", center);
  return next;
}
