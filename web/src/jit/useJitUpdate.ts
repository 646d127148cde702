import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../api/errors";
import { useConfirm } from "../ui/confirm";
import type { Decisions } from "../ui/decisions";
import { plural } from "../ui/plural";
import { toastFailure, toastSuccess } from "../ui/toast";
import { jitDayQuery, updateJit, withResults, type JitDecision, type UpdateResult } from "./day";
import type { JitRow } from "./rows";

/** Sends what was decided about the rows that can be changed, and tells what became of it. */
export function useJitUpdate(day: string, decisions: Decisions) {
  const queryClient = useQueryClient();
  const ask = useConfirm();
  const [updating, setUpdating] = useState(false);

  async function update(rows: readonly JitRow[]) {
    const message = `JIT status of ${plural(rows.length, "stop")} will be updated. It can be updated once only.`;
    if (!(await ask({ title: "Update JIT", message, confirm: "Update" }))) return;
    setUpdating(true);
    const written: string[] = [];
    const failures = new Map(rows.map(({ key }) => [key, "It was not sent"]));
    const take = (results: readonly UpdateResult[]) => {
      for (const { stockingId, jitStatusUpdate, message } of results) {
        if (jitStatusUpdate) {
          written.push(stockingId);
          failures.delete(stockingId);
        } else failures.set(stockingId, message);
      }
      queryClient.setQueryData(jitDayQuery(day).queryKey, (known) => known && withResults(known, results));
    };
    try {
      await updateJit(
        rows.map((row) => decisionOf(row, decisions)),
        take,
      );
    } catch (error) {
      const words = messageOf(error, "The server could not be reached");
      for (const [key, message] of failures) if (message === "It was not sent") failures.set(key, words);
    }
    setUpdating(false);
    decisions.settle(written, failures);
    if (written.length > 0) toastSuccess(`Successfully updated JIT status for ${written.length} element(s)`);
    if (failures.size > 0) toastFailure(`${plural(failures.size, "row")} could not be updated`);
    void queryClient.invalidateQueries(jitDayQuery(day));
  }

  return { update, updating };
}

function decisionOf({ key }: JitRow, decisions: Decisions): JitDecision {
  const { status = "", reason = "" } = decisions.drafts.get(key) ?? {};
  return { stockingId: key, jitIndicator: status === "On", ...(status === "Off" ? { reason } : {}) };
}
