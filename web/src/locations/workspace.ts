/** The state that the tabs of a location share. The layout of the tabs provides it (workspace/WorkspaceLayout). */
import { createContext, use } from "react";

interface Workspace {
  /** Whether the live connection of the fridge is up. */
  readonly connected: boolean;
}

export const WorkspaceContext = createContext<Workspace>({ connected: false });

export function useWorkspace(): Workspace {
  return use(WorkspaceContext);
}
