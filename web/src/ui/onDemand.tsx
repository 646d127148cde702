import { Suspense, lazy, type ComponentType, type ReactNode } from "react";

/** Returns a function that loads a module once. A failed load is repeated at the next call. */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

type OnDemand<Props> = ComponentType<Props> & {
  /** Loads the file before the component is rendered. */
  readonly preload: () => void;
};

/**
 * A component whose file is loaded when it is first rendered, such as a dialog that most visits do not open. Renders
 * `placeholder` while the file loads.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): OnDemand<Props> {
  const loadComponent = loadOnce(async () => ({ default: await load() }));
  const Loaded = lazy(loadComponent);
  const component = (props: Props) => (
    <Suspense fallback={placeholder}>
      <Loaded {...props} />
    </Suspense>
  );
  return Object.assign(component, { preload: () => void loadComponent().catch(() => undefined) });
}
