import { useState } from "react";
import { formatCount } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { Panel } from "../../ui/Panel";
import { SearchField } from "../../ui/SearchField";
import { Muted } from "../../ui/text";
import { Toolbar } from "../../ui/Toolbar";
import type { PlannedRoute } from "./routeSelection";
import styles from "./routesPicker.module.css";

interface Props {
  readonly available: readonly PlannedRoute[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (routes: readonly string[]) => void;
}

/** Longer lists have a search field. */
const MAX_WITHOUT_SEARCH = 12;

/** Checkboxes to select from the day's routes. */
export function RoutesPicker({ available, selected, onSelect }: Props) {
  const [text, setText] = useState("");
  const query = text.trim().toLowerCase();
  const listed = available.filter(({ route }) => route.includes(query));
  const names = listed.map(({ route }) => route);
  const others = [...selected].filter((route) => !names.includes(route));
  const count = available.filter(({ route }) => selected.has(route)).length;

  const toggle = (route: string, on: boolean) =>
    onSelect(on ? [...selected, route] : [...selected].filter((other) => other !== route));

  return (
    <Panel
      title="Routes"
      aside={
        <Toolbar align="center">
          <Muted role="status">
            {count} of {formatCount(available.length, "route")} selected
          </Muted>
          <Button onClick={() => onSelect([...others, ...names])}>Select ALL</Button>
          <Button onClick={() => onSelect(others)}>Deselect ALL</Button>
        </Toolbar>
      }
    >
      {available.length > MAX_WITHOUT_SEARCH && (
        <div className={styles.search}>
          <SearchField label="Find a route" value={text} onChange={setText} />
        </div>
      )}
      <div role="group" aria-label="Routes" className={styles.routes}>
        {listed.map(({ route, stops }) => (
          <Checkbox
            key={route}
            label={
              <>
                {route} <Muted>{stops.length}</Muted>
              </>
            }
            checked={selected.has(route)}
            onChange={(isChecked) => toggle(route, isChecked)}
          />
        ))}
      </div>
    </Panel>
  );
}
