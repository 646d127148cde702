/** A dialog that asks for confirmation before an action that cannot be undone. */
import { createContext, use, useCallback, useEffect, useState, type ReactNode } from "react";
import { Button } from "./Button";
import { LazyDialog, preloadDialog } from "./LazyDialog";

export interface ConfirmOptions {
  readonly title: string;
  readonly message: ReactNode;
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

const ConfirmContext = createContext<Confirm | null>(null);

/** Returns a function that opens a confirmation dialog and resolves to whether the user confirmed. */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider above it");
  return confirm;
}

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [pending, setPending] = useState<PendingConfirmation | null>(null);

  useEffect(() => void preloadDialog(), []);

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
              <Button onClick={() => pending.resolve(false)}>{pending.cancel ?? "Cancel"}</Button>
              <Button variant={pending.danger ? "danger" : "primary"} onClick={() => pending.resolve(true)}>
                {pending.confirm}
              </Button>
            </>
          }
        >
          <p>{pending.message}</p>
        </LazyDialog>
      )}
    </ConfirmContext>
  );
}
