import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { messageOf } from "../../api/errors";
import { Field } from "../../ui/Field";
import { plural } from "../../ui/plural";
import { Failure, Loading } from "../../ui/states";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { RequestType } from "../formats";
import { compareStates } from "../grid/compare";
import { PlanogramGrid } from "../grid/PlanogramGrid";
import { formatHour } from "../hours";
import { entriesOf, PLANOGRAM_FAILURE, planogramQuery } from "../planograms";
import { effectiveAt, type Entry } from "../rules/effective";
import type { PlanogramRow } from "../rules/updates";
import { hoursOf, layoutsOf } from "./fileHours";

interface Props {
  readonly type: RequestType;
  readonly lines: readonly CheckedLine<PlanogramRow>[];
}

const NO_ENTRIES: readonly Entry[] = [];

/** Previews a layout of the file at a selected hour and highlights the file's changes. */
export function FileGrid({ type, lines }: Props) {
  const [now] = useState(() => new Date().toISOString());
  const layouts = useMemo(() => layoutsOf(lines, now), [lines, now]);
  const [selectedLayout, setSelectedLayout] = useState("");
  const layoutName = layouts.has(selectedLayout) ? selectedLayout : ([...layouts.keys()][0] ?? "");
  const entries = layouts.get(layoutName) ?? NO_ENTRIES;
  const from = entries.reduce((first, { activeHour }) => (activeHour < first ? activeHour : first), now);
  const creating = type === "CREATE";
  const { data, error, isFetching, refetch } = useQuery({ ...planogramQuery(layoutName, from), enabled: !creating });
  const stored: readonly Entry[] | null = creating ? NO_ENTRIES : data === undefined ? null : entriesOf(data);
  const hours = hoursOf(entries, stored ?? NO_ENTRIES, now);
  const [selectedHour, setSelectedHour] = useState("");
  const hour = hours.find(({ at }) => at === selectedHour)?.at ?? hours.find(({ inFile }) => inFile)?.at ?? now;
  const grid = useMemo(() => {
    if (!stored) return null;
    const at = Date.parse(hour);
    return compareStates(effectiveAt(stored, at), effectiveAt([...stored, ...entries], at));
  }, [stored, entries, hour]);

  return (
    <section className="planogram-view" aria-label="Preview">
      <h2>Preview</h2>
      <div className="planogram-choices">
        <Field label="Layout">
          {(control) => (
            <select {...control} value={layoutName} onChange={(event) => setSelectedLayout(event.target.value)}>
              {[...layouts.keys()].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="At">
          {(control) => (
            <select {...control} value={hour} onChange={(event) => setSelectedHour(event.target.value)}>
              {hours.map(({ at, label }) => (
                <option key={at} value={at}>
                  {label === null ? formatHour(at) : label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {error && (
        <Failure message={messageOf(error, PLANOGRAM_FAILURE)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!grid && !error && <Loading label="planogram" />}
      {grid && (
        <>
          <p role="status">
            This file changes {grid.differences} of {plural(grid.slots, "slot")}.
          </p>
          <PlanogramGrid label={`${layoutName} with the file`} grid={grid} comparedLabel="Was" />
        </>
      )}
    </section>
  );
}
