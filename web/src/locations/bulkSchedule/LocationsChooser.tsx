import { lazy, Suspense } from "react";
import { formatNames } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/form/TextField";
import { Panel } from "../../ui/Panel";
import { QueryError } from "../../ui/query/ErrorNotice";
import { Skeleton } from "../../ui/query/Skeleton";
import { Toolbar } from "../../ui/Toolbar";
import { UNABLE_TO_LOAD_LOCATIONS } from "../opsLocations";
import { addIds, removeIds } from "./idList";
import styles from "./locationsChooser.module.css";
import type { useSelectedLocations } from "./useSelectedLocations";

/** The list and its filters are closed at first, so they load after the page. */
const LocationPicker = lazy(async () => ({ default: (await import("./LocationPicker")).LocationPicker }));

interface Props {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly ids: readonly string[];
  readonly selection: ReturnType<typeof useSelectedLocations>;
}

/** Selects locations by pasted or typed ids, or from the list. Shows unknown ids. */
export function LocationsChooser({ text, onChange, ids, selection }: Props) {
  const { locations, unknown, pending } = selection;
  return (
    <Panel title="Locations">
      <div className={styles.ids}>
        <TextField
          label="Location IDs, one per line"
          error={unknown.length > 0 ? unknownIdsMessage(unknown) : undefined}
          description="Paste them here, or select them from the list below."
          rows={6}
          spellCheck={false}
          value={text}
          onChange={onChange}
        />
      </div>
      <Toolbar align="center">
        <span role="status">{pending ? `Loading ${ids.length}…` : `${locations.length} selected`}</span>
        {unknown.length > 0 && (
          <Button onClick={() => onChange(removeIds(text, unknown))}>
            Remove {unknown.length === 1 ? "the unknown ID" : `the ${unknown.length} unknown IDs`}
          </Button>
        )}
        {ids.length > 0 && (
          <Button variant="link" onClick={() => onChange("")}>
            Clear
          </Button>
        )}
      </Toolbar>
      <QueryError
        query={selection.query}
        message={UNABLE_TO_LOAD_LOCATIONS}
        forbidden={{ activity: "view locations", permission: "GetSpecificLocation" }}
      />
      <details>
        <summary className={styles.summary}>Select from the list</summary>
        <div className={styles.picker}>
          <Suspense fallback={<Skeleton label="the list of locations" />}>
            <LocationPicker
              ids={ids}
              onAdd={(added) => onChange(addIds(text, added))}
              onRemove={(removed) => onChange(removeIds(text, removed))}
            />
          </Suspense>
        </div>
      </details>
    </Panel>
  );
}

/** The message names this many ids and counts the rest. */
const MAX_NAMED = 20;

function unknownIdsMessage(ids: readonly string[]): string {
  return `Unknown location ${ids.length === 1 ? "ID" : "IDs"}: ${formatNames(ids, MAX_NAMED)}`;
}
