import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { formatCount, formatDateTime } from "../../lib/formats";
import { SelectField } from "../../ui/form/SelectField";
import { Toolbar } from "../../ui/Toolbar";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { RequestType } from "../formats";
import { compareStates } from "../grid/compare";
import { PlanogramGrid } from "../grid/PlanogramGrid";
import { entriesOf, PLANOGRAM_FAILURE, planogramQuery } from "../planograms";
import { effectiveAt, type Entry } from "../rules/effective";
import { Section } from "../Section";
import type { PlanogramRow } from "../rules/updates";
import { QueryView } from "../../ui/query/QueryView";
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
  const layoutNames = [...layouts.keys()];
  const layoutName = layouts.has(selectedLayout) ? selectedLayout : (layoutNames[0] ?? "");
  const entries = layouts.get(layoutName) ?? NO_ENTRIES;
  const from = entries.reduce((first, { activeHour }) => (activeHour < first ? activeHour : first), now);
  const creating = type === "CREATE";
  const query = useQuery({ ...planogramQuery(layoutName, from), enabled: !creating });
  const stored: readonly Entry[] | null = creating
    ? NO_ENTRIES
    : query.data === undefined
      ? null
      : entriesOf(query.data);
  const hours = hoursOf(entries, stored ?? NO_ENTRIES, now);
  const hourOptions = hours.map(({ at, label }) => ({
    value: at,
    label: label ?? formatDateTime(at, { weekday: true }),
  }));
  const [selectedHour, setSelectedHour] = useState("");
  const hour = hours.find(({ at }) => at === selectedHour)?.at ?? hours.find(({ inFile }) => inFile)?.at ?? now;
  const grid = useMemo(() => {
    if (!stored) return null;
    const at = Date.parse(hour);
    return compareStates(effectiveAt(stored, at), effectiveAt([...stored, ...entries], at));
  }, [stored, entries, hour]);

  return (
    <Section label="Preview" heading="h2">
      <Toolbar>
        <SelectField label="Layout" value={layoutName} onChange={setSelectedLayout} options={layoutNames} />
        <SelectField label="At" value={hour} onChange={setSelectedHour} options={hourOptions} />
      </Toolbar>
      <QueryView
        query={{ ...query, data: grid ?? undefined }}
        label="planogram"
        error={PLANOGRAM_FAILURE}
        forbidden={{ activity: "view planograms", permission: "GetUniqueLayoutNames" }}
      >
        {(compared) => (
          <>
            <p role="status">
              This file changes {compared.differences} of {formatCount(compared.slots, "slot")}.
            </p>
            <PlanogramGrid label={`${layoutName} with the file`} grid={compared} comparedLabel="Was" />
          </>
        )}
      </QueryView>
    </Section>
  );
}
