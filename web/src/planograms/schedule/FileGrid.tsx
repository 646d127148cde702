import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { messageOf } from "../../api/errors";
import { Field } from "../../ui/Field";
import { Failure, Loading } from "../../ui/states";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { RequestType } from "../formats";
import { compareStates } from "../grid/compare";
import { PlanogramGrid } from "../grid/PlanogramGrid";
import { hourText } from "../hours";
import { entriesOf, PLANOGRAM_FAILURE, planogramQuery } from "../planograms";
import { effectiveAt, type Entry } from "../rules/effective";
import type { PlanogramRow } from "../rules/updates";
import { hoursOf, layoutsOf } from "./fileHours";

interface Props {
  readonly type: RequestType;
  readonly lines: readonly CheckedLine<PlanogramRow>[];
}

const NONE: readonly Entry[] = [];

/** One of the file's layouts as its fridges will show it, with what the file changes: which layout, and at what hour. */
export function FileGrid({ type, lines }: Props) {
  const [opened] = useState(() => new Date().toISOString());
  const layouts = useMemo(() => layoutsOf(lines, opened), [lines, opened]);
  const [chosen, choose] = useState("");
  const layoutName = layouts.has(chosen) ? chosen : ([...layouts.keys()][0] ?? "");
  const entries = layouts.get(layoutName) ?? NONE;
  const from = entries.reduce((first, { activeHour }) => (activeHour < first ? activeHour : first), opened);
  const creating = type === "CREATE";
  const { data, error, isFetching, refetch } = useQuery({ ...planogramQuery(layoutName, from), enabled: !creating });
  const stored: readonly Entry[] | null = creating ? NONE : data === undefined ? null : entriesOf(data);
  const hours = hoursOf(entries, stored ?? NONE, opened);
  const [wanted, want] = useState("");
  const hour = hours.find(({ at }) => at === wanted)?.at ?? hours.find(({ inFile }) => inFile)?.at ?? opened;
  const grid = useMemo(() => {
    if (!stored) return null;
    const at = Date.parse(hour);
    return compareStates(effectiveAt(stored, at), effectiveAt([...stored, ...entries], at));
  }, [stored, entries, hour]);

  return (
    <section className="planogram-look" aria-label="What it would look like">
      <h2>What it would look like</h2>
      <div className="planogram-choices">
        <Field label="Layout">
          {(control) => (
            <select {...control} value={layoutName} onChange={(event) => choose(event.target.value)}>
              {[...layouts.keys()].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="At">
          {(control) => (
            <select {...control} value={hour} onChange={(event) => want(event.target.value)}>
              {hours.map(({ at, label }) => (
                <option key={at} value={at}>
                  {label === null ? hourText(at) : label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {error && (
        <Failure message={messageOf(error, PLANOGRAM_FAILURE)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!grid && !error && <Loading what="the planogram" />}
      {grid && (
        <>
          <p role="status">
            {grid.different} of {grid.slots} slots {grid.different === 1 ? "differs" : "differ"} from what the layout
            would show without the file.
          </p>
          <PlanogramGrid label={`${layoutName} with the file`} grid={grid} other="Instead of" />
        </>
      )}
    </section>
  );
}
