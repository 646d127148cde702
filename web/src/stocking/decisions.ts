/** The selection and the unsent decisions of a list in which people set a status and a reason for each row. */
import { createContext, use, useCallback, useState } from "react";
import { useUnsavedChangesGuard } from "../ui/useUnsavedChangesGuard";

export interface Decision {
  readonly status: string;
  /** Empty until a reason is chosen. */
  readonly reason: string;
}

interface State {
  /** Keys of the selected rows. */
  readonly selected: ReadonlySet<string>;
  /** Unsent decisions by row key. */
  readonly drafts: ReadonlyMap<string, Decision>;
  /** The server's messages for rejected rows, by row key. */
  readonly failures: ReadonlyMap<string, string>;
}

const INITIAL_STATE: State = { selected: new Set(), drafts: new Map(), failures: new Map() };

export interface Decisions extends State {
  readonly select: (keys: readonly string[], selected: boolean) => void;
  /** Sets the draft of each row. `null` discards it. */
  readonly decide: (keys: readonly string[], decision: Decision | null) => void;
  /** Clears the saved rows. Rejected rows keep their draft and get their failure message. */
  readonly applyResults: (savedKeys: readonly string[], failures: ReadonlyMap<string, string>) => void;
}

/** @param unsaved the question before the user leaves the screen with unsent decisions */
export function useDecisions(unsaved: { readonly title: string; readonly message: string }): Decisions {
  const [state, setState] = useState(INITIAL_STATE);
  useUnsavedChangesGuard(state.drafts.size > 0, { ...unsaved, confirm: "Leave" }, "date");
  const select = useCallback(
    (keys: readonly string[], selected: boolean) => setState((current) => withSelection(current, keys, selected)),
    [],
  );
  const decide = useCallback(
    (keys: readonly string[], decision: Decision | null) => setState((current) => withDrafts(current, keys, decision)),
    [],
  );
  const applyResults = useCallback(
    (savedKeys: readonly string[], failures: ReadonlyMap<string, string>) =>
      setState((current) => ({
        ...withDrafts(withSelection(current, savedKeys, false), savedKeys, null),
        failures,
      })),
    [],
  );
  return { ...state, select, decide, applyResults };
}

/** The decisions of the table around a cell. The columns are the same for all decisions, so that cells keep the focus. */
export const DecisionsContext = createContext<Decisions | null>(null);

/** Returns the decisions of the table around a cell. */
export function useTableDecisions(): Decisions {
  const decisions = use(DecisionsContext);
  if (!decisions) throw new Error("The cell is outside of a DecisionTable");
  return decisions;
}

function withSelection(state: State, keys: readonly string[], selected: boolean): State {
  const next = new Set(state.selected);
  for (const key of keys) {
    if (selected) next.add(key);
    else next.delete(key);
  }
  return { ...state, selected: next };
}

function withDrafts(state: State, keys: readonly string[], decision: Decision | null): State {
  const drafts = new Map(state.drafts);
  const failures = new Map(state.failures);
  for (const key of keys) {
    failures.delete(key);
    if (decision) drafts.set(key, decision);
    else drafts.delete(key);
  }
  return { ...state, drafts, failures };
}
