import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "../lib/formats";
import { messageOf } from "../api/errors";
import { useConfirm } from "../ui/confirm";
import type { Decisions } from "../stocking/decisions";
import { toastFailure, toastSuccess } from "../lib/toast";
import { jitDayQuery, updateJit, withResults, type JitDecision, type UpdateResult } from "./day";
import type { JitRow } from "./rows";

/** The message of a row until its result arrives. */
const NOT_SENT = "Not sent";

/** Sends the decisions after a confirmation and shows the result. */
export function useJitUpdate(day: string, decisions: Decisions) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const [updating, setUpdating] = useState(false);

  async function update(rows: readonly JitRow[]) {
    const message = `The JIT status of ${formatCount(rows.length, "stop")} will be updated. It can only be updated once.`;
    const objects = rows.map(({ key, location, route, stop }) => {
      const { status = "", reason = "" } = decisions.drafts.get(key) ?? {};
      return `${location}, route ${route}, stop ${stop}: ${[status, reason].filter(Boolean).join(", ")}`;
    });
    if (!(await confirm({ title: "Update JIT", message, objects, confirm: "Update" }))) return;
    setUpdating(true);
    const written: string[] = [];
    const failures = new Map(rows.map(({ key }) => [key, NOT_SENT]));
    const addResults = (results: readonly UpdateResult[]) => {
      for (const { stockingId, jitStatusUpdate, message } of results) {
        if (jitStatusUpdate) {
          written.push(stockingId);
          failures.delete(stockingId);
        } else failures.set(stockingId, message);
      }
      queryClient.setQueryData(jitDayQuery(day).queryKey, (current) => current && withResults(current, results));
    };
    try {
      await updateJit(
        rows.map((row) => decisionOf(row, decisions)),
        addResults,
      );
    } catch (error) {
      const errorMessage = messageOf(error, "Could not reach the server");
      for (const [key, message] of failures) if (message === NOT_SENT) failures.set(key, errorMessage);
    }
    setUpdating(false);
    decisions.applyResults(written, failures);
    if (written.length > 0) toastSuccess(`Successfully updated JIT status for ${written.length} element(s)`);
    if (failures.size > 0) toastFailure(`${formatCount(failures.size, "row")} could not be updated`);
    void queryClient.invalidateQueries(jitDayQuery(day));
  }

  return { update, updating };
}

function decisionOf({ key }: JitRow, decisions: Decisions): JitDecision {
  const { status = "", reason = "" } = decisions.drafts.get(key) ?? {};
  return { stockingId: key, jitIndicator: status === "On", ...(status === "Off" ? { reason } : {}) };
}
