/** What somebody is about to decide about the rows of a list, before it is sent: some rows ticked, some decided. */
import { useCallback, useState } from "react";

export interface Decision {
  readonly status: string;
  /** Empty while none is chosen. */
  readonly reason: string;
}

interface State {
  readonly ticked: ReadonlySet<string>;
  readonly drafts: ReadonlyMap<string, Decision>;
  /** What the server said of rows that it did not take. */
  readonly failures: ReadonlyMap<string, string>;
}

const NOTHING: State = { ticked: new Set(), drafts: new Map(), failures: new Map() };

export interface Decisions extends State {
  readonly tick: (keys: readonly string[], on: boolean) => void;
  /** Decides about rows; nothing takes the decision back. */
  readonly decide: (keys: readonly string[], decision: Decision | null) => void;
  /** What was written is done with; what was not keeps its decision, with the reason. */
  readonly settle: (written: readonly string[], failures: ReadonlyMap<string, string>) => void;
  readonly clear: () => void;
}

export function useDecisions(): Decisions {
  const [state, setState] = useState(NOTHING);
  const tick = useCallback((keys: readonly string[], on: boolean) => setState((now) => ticked(now, keys, on)), []);
  const decide = useCallback(
    (keys: readonly string[], decision: Decision | null) => setState((now) => decided(now, keys, decision)),
    [],
  );
  const settle = useCallback(
    (written: readonly string[], failures: ReadonlyMap<string, string>) =>
      setState((now) => ({ ...decided(ticked(now, written, false), written, null), failures })),
    [],
  );
  const clear = useCallback(() => setState(NOTHING), []);
  return { ...state, tick, decide, settle, clear };
}

function ticked(state: State, keys: readonly string[], on: boolean): State {
  const next = new Set(state.ticked);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return { ...state, ticked: next };
}

function decided(state: State, keys: readonly string[], decision: Decision | null): State {
  const drafts = new Map(state.drafts);
  const failures = new Map(state.failures);
  for (const key of keys) {
    failures.delete(key);
    if (decision) drafts.set(key, decision);
    else drafts.delete(key);
  }
  return { ...state, drafts, failures };
}
