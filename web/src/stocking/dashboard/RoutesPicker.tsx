import { useId, useState } from "react";
import { Button } from "../../ui/Button";
import { plural } from "../../ui/plural";
import { SearchField } from "../../ui/SearchField";
import type { PlannedRoute } from "./choice";

interface Props {
  readonly offered: readonly PlannedRoute[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (routes: readonly string[]) => void;
}

/** Which of the day's routes to look at: all, some, or none to begin from. */
export function RoutesPicker({ offered, chosen, onChoose }: Props) {
  const [text, setText] = useState("");
  const heading = useId();
  const wanted = text.trim().toLowerCase();
  const listed = offered.filter(({ route }) => route.includes(wanted));
  const names = listed.map(({ route }) => route);
  const others = [...chosen].filter((route) => !names.includes(route));
  const count = offered.filter(({ route }) => chosen.has(route)).length;

  const toggle = (route: string, on: boolean) =>
    onChoose(on ? [...chosen, route] : [...chosen].filter((other) => other !== route));

  return (
    <fieldset className="stocking-picker" aria-labelledby={heading}>
      <div className="stocking-picker-line">
        <h2 id={heading}>Routes</h2>
        <span role="status">
          {count} of {plural(offered.length, "route")} chosen
        </span>
        <Button onClick={() => onChoose([...others, ...names])}>Select ALL</Button>
        <Button onClick={() => onChoose(others)}>Deselect ALL</Button>
      </div>
      {offered.length > 12 && <SearchField label="Find a route" value={text} onChange={setText} />}
      <div className="stocking-picker-routes">
        {listed.map(({ route, stops }) => (
          <label key={route}>
            <input
              type="checkbox"
              checked={chosen.has(route)}
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
