import { formatNames } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { UNABLE_TO_LOAD_LOCATIONS } from "../opsLocations";
import { QueryError } from "../../ui/query/ErrorNotice";
import { addIds, removeIds } from "./idList";
import { LocationPicker } from "./LocationPicker";
import type { useSelectedLocations } from "./useSelectedLocations";

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
    <section className="bulk-section" aria-labelledby="bulk-locations">
      <h2 id="bulk-locations">Locations</h2>
      <Field
        label="Location IDs, one per line"
        error={unknown.length > 0 ? unknownIdsMessage(unknown) : undefined}
        hint="Paste them here, or select them from the list below."
      >
        {(control) => (
          <textarea
            {...control}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <div className="bulk-row">
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
      </div>
      <QueryError
        query={selection.query}
        message={UNABLE_TO_LOAD_LOCATIONS}
        forbidden={{ activity: "view locations", permission: "GetSpecificLocation" }}
      />
      <details className="bulk-picker">
        <summary>Select from the list</summary>
        <LocationPicker
          ids={ids}
          onAdd={(added) => onChange(addIds(text, added))}
          onRemove={(removed) => onChange(removeIds(text, removed))}
        />
      </details>
    </section>
  );
}

/** The message names this many ids and counts the rest. */
const MAX_NAMED = 20;

function unknownIdsMessage(ids: readonly string[]): string {
  return `Unknown location ${ids.length === 1 ? "ID" : "IDs"}: ${formatNames(ids, MAX_NAMED)}`;
}
