/** A dialog that asks for confirmation before an action that cannot be undone. */
import { createContext, use, useCallback, useEffect, useState, type ReactNode } from "react";
import { Button } from "./Button";
import styles from "./confirm.module.css";
import { LazyDialog, preloadOverlays } from "./LazyDialog";

export interface ConfirmOptions {
  readonly title: string;
  readonly message: ReactNode;
  /** Names each object that the action changes, if there can be several. */
  readonly objects?: readonly string[];
  /** The label of the button that continues: a verb, never "OK". */
  readonly confirm: string;
  /** The label of the other button; "Cancel" by default. */
  readonly cancel?: string;
  readonly danger?: boolean;
}

type Confirm = (options: ConfirmOptions) => Promise<boolean>;

interface PendingConfirmation extends ConfirmOptions {
  readonly resolve: (confirmed: boolean) => void;
}

/** The delay of loading the dialog in milliseconds, so that the first screen is loaded and rendered before. */
const PRELOAD_DELAY = 1000;

const ConfirmContext = createContext<Confirm | null>(null);

/** Returns a function that opens a confirmation dialog and resolves to whether the user confirmed. */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider above it");
  return confirm;
}

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [pending, setPending] = useState<PendingConfirmation | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => void preloadOverlays().catch(() => undefined), PRELOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);

  const confirm = useCallback<Confirm>(
    (options) =>
      new Promise((resolve) => {
        setPending({
          ...options,
          resolve: (confirmed) => {
            setPending(null);
            resolve(confirmed);
          },
        });
      }),
    [],
  );

  return (
    <ConfirmContext value={confirm}>
      {children}
      {pending && (
        <LazyDialog
          title={pending.title}
          onClose={() => pending.resolve(false)}
          actions={
            <>
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter must not confirm by accident */}
              <Button autoFocus onClick={() => pending.resolve(false)}>
                {pending.cancel ?? "Cancel"}
              </Button>
              <Button variant={pending.danger ? "danger" : "primary"} onClick={() => pending.resolve(true)}>
                {pending.confirm}
              </Button>
            </>
          }
        >
          {typeof pending.message === "string" ? <p>{pending.message}</p> : <div>{pending.message}</div>}
          {pending.objects && (
            <ul className={styles.objects} aria-label="Affected">
              {pending.objects.map((object, index) => (
                <li key={index}>{object}</li>
              ))}
            </ul>
          )}
        </LazyDialog>
      )}
    </ConfirmContext>
  );
}
