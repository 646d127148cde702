import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount, formatNumber } from "../../lib/formats";
import { ApiError, messageOf } from "../../api/errors";
import { useConfirm } from "../../ui/confirm";
import type { Decisions } from "../decisions";
import { toastFailure, toastSuccess } from "../../lib/toast";
import { mapSettled } from "../../api/mapSettled";
import { dropDayKey, overrideDrop, mergeActions, type DropAction, type DropDay } from "./day";
import type { DropRow } from "./rows";

/** Concurrent calls, each for one drop. */
const CONCURRENCY = 6;

/** Confirms and sends decisions about drops and shows the result (DRP-6). */
export function useDropOverride(day: string, decisions: Decisions) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const [updating, setUpdating] = useState(false);

  async function override(rows: readonly DropRow[]) {
    const message = `Number of orders to update: ${formatNumber(rows.length)}. Recorded statuses cannot be changed.`;
    const objects = rows.map(({ key, location, route }) => {
      const { status = "", reason = "" } = decisions.drafts.get(key) ?? {};
      return `${location}, route ${route}: ${[status, reason].filter(Boolean).join(", ")}`;
    });
    if (!(await confirm({ title: "Confirm Override", message, objects, confirm: "Confirm" }))) return;
    setUpdating(true);
    const outcomes = await mapSettled(rows, CONCURRENCY, ({ key, location, slip }) => {
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
    const actions: DropAction[] = [];
    rows.forEach(({ key }, index) => {
      const outcome = outcomes[index];
      if (outcome?.ok) {
        written.push(key);
        actions.push(outcome.value);
      } else {
        failures.set(key, messageOf(outcome?.error, "Could not reach the server"));
        // Another user decided first. The server returns their decision.
        if (outcome?.error instanceof ApiError && isAction(outcome.error.current)) actions.push(outcome.error.current);
      }
    });
    // Updates the screen immediately. The refetch below adds other changes.
    queryClient.setQueryData<DropDay>(dropDayKey(day), (current) => current && mergeActions(current, actions));
    decisions.applyResults(written, failures);
    if (written.length > 0) toastSuccess(`Successfully updated drop status for ${written.length} element(s)`);
    if (failures.size > 0) toastFailure(`${formatCount(failures.size, "drop")} could not be updated`);
    void queryClient.invalidateQueries({ queryKey: dropDayKey(day) });
  }

  return { override, updating };
}

function isAction(current: unknown): current is DropAction {
  return typeof current === "object" && current !== null && "locationId" in current && "data" in current;
}
