import { useId, useState } from "react";
import { formatCount } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { SearchField } from "../../ui/SearchField";
import type { PlannedRoute } from "./routeSelection";

interface Props {
  readonly available: readonly PlannedRoute[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (routes: readonly string[]) => void;
}

/** Checkboxes to select from the day's routes. */
export function RoutesPicker({ available, selected, onSelect }: Props) {
  const [text, setText] = useState("");
  const heading = useId();
  const query = text.trim().toLowerCase();
  const listed = available.filter(({ route }) => route.includes(query));
  const names = listed.map(({ route }) => route);
  const others = [...selected].filter((route) => !names.includes(route));
  const count = available.filter(({ route }) => selected.has(route)).length;

  const toggle = (route: string, on: boolean) =>
    onSelect(on ? [...selected, route] : [...selected].filter((other) => other !== route));

  return (
    <fieldset className="stocking-picker" aria-labelledby={heading}>
      <div className="stocking-picker-line">
        <h2 id={heading}>Routes</h2>
        <span role="status">
          {count} of {formatCount(available.length, "route")} selected
        </span>
        <Button onClick={() => onSelect([...others, ...names])}>Select ALL</Button>
        <Button onClick={() => onSelect(others)}>Deselect ALL</Button>
      </div>
      {available.length > 12 && <SearchField label="Find a route" value={text} onChange={setText} />}
      <div className="stocking-picker-routes">
        {listed.map(({ route, stops }) => (
          <label key={route}>
            <input
              type="checkbox"
              checked={selected.has(route)}
              onChange={(event) => toggle(route, event.target.checked)}
            />
            <span>{route}</span>
            <span className="muted">{stops.length}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
