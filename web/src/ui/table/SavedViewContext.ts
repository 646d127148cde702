import { createContext } from "react";

/** A view that the user saved: the filters, columns and sort of a table. */
export interface SavedView {
  readonly id: string;
  /** The name of the table. */
  readonly table: string;
  /** The path of the screen. */
  readonly screen: string;
  readonly name: string;
  /** The query of the screen's URL, without the question mark. */
  readonly query: string;
  /** Whether the table opens with this view. */
  readonly isDefault: boolean;
}

/** The saved views of all tables. */
export interface SavedViewStore {
  /** Undefined until they are loaded. */
  readonly views: readonly SavedView[] | undefined;
  /** Saves a change of the views. `change` can run twice, so it has no effects. */
  readonly update: (change: (views: readonly SavedView[]) => readonly SavedView[]) => Promise<void>;
}

/** Null outside of the console. Tables then have no saved views. */
export const SavedViewContext = createContext<SavedViewStore | null>(null);
