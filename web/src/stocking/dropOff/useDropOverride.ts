import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "../../api/errors";
import { useConfirm } from "../../ui/confirm";
import type { Decisions } from "../../ui/decisions";
import { plural } from "../../ui/plural";
import { toastFailure, toastSuccess } from "../../ui/toast";
import { settleAll } from "../day/pages";
import { dropDayKey, overrideDrop, withActions, type DropAction, type DropDay } from "./day";
import type { DropRow } from "./rows";

/** Calls at once: each decides about one drop. */
const AT_ONCE = 6;

/** Sends what was decided about drops, and tells what became of it. */
export function useDropOverride(day: string, decisions: Decisions) {
  const queryClient = useQueryClient();
  const ask = useConfirm();
  const [updating, setUpdating] = useState(false);

  async function override(rows: readonly DropRow[]) {
    const message = `Number of orders to update: ${rows.length.toLocaleString("en-US")}. A status that is recorded cannot be changed any more.`;
    if (!(await ask({ title: "Confirm Override", message, confirm: "Confirm" }))) return;
    setUpdating(true);
    const ended = await settleAll(rows, AT_ONCE, ({ key, location, slip }) => {
      const { status = "", reason = "" } = decisions.drafts.get(key) ?? {};
      return overrideDrop(location, {
        dropStatus: status,
        statusReason: reason,
        originalDropOffDate: slip.dropOffDate,
        packingSlipId: slip.uniqueId,
        stockingIndex: slip.stockingIndex,
      });
    });
    setUpdating(false);
    const written: string[] = [];
    const failures = new Map<string, string>();
    const known: DropAction[] = [];
    rows.forEach(({ key }, index) => {
      const end = ended[index];
      if (end?.ok) {
        written.push(key);
        known.push(end.result);
      } else {
        failures.set(key, messageOf(end?.error, "The server could not be reached"));
        // Somebody was quicker: the server says what they decided.
        if (end?.error instanceof ApiError && isAction(end.error.current)) known.push(end.error.current);
      }
    });
    // At once for the screen; what else happened meanwhile comes with the next look.
    queryClient.setQueryData<DropDay>(dropDayKey(day), (before) => before && withActions(before, known));
    decisions.settle(written, failures);
    if (written.length > 0) toastSuccess(`Successfully updated drop status for ${written.length} element(s)`);
    if (failures.size > 0) toastFailure(`${plural(failures.size, "drop")} could not be updated`);
    void queryClient.invalidateQueries({ queryKey: dropDayKey(day) });
  }

  return { override, updating };
}

function isAction(current: unknown): current is DropAction {
  return typeof current === "object" && current !== null && "locationId" in current && "data" in current;
}
