/** Asking before something that cannot be taken back. */
import { createContext, use, useCallback, useState, type ReactNode } from "react";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

export interface Question {
  readonly title: string;
  readonly message: ReactNode;
  /** What the answer that goes on says: the verb, never "OK". */
  readonly confirm: string;
  /** What the other answer says; Cancel where nothing fits better. */
  readonly cancel?: string;
  readonly danger?: boolean;
}

type Ask = (question: Question) => Promise<boolean>;

interface Pending extends Question {
  readonly answer: (yes: boolean) => void;
}

const ConfirmContext = createContext<Ask | null>(null);

/** Asks a question in a dialog and answers whether the person went on. */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (!ask) throw new Error("useConfirm needs a ConfirmProvider above it");
  return ask;
}

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [pending, setPending] = useState<Pending | null>(null);

  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        setPending({
          ...question,
          answer: (yes) => {
            setPending(null);
            resolve(yes);
          },
        });
      }),
    [],
  );

  return (
    <ConfirmContext value={ask}>
      {children}
      {pending && (
        <Dialog
          title={pending.title}
          onClose={() => pending.answer(false)}
          actions={
            <>
              <Button onClick={() => pending.answer(false)}>{pending.cancel ?? "Cancel"}</Button>
              <Button look={pending.danger ? "danger" : "primary"} onClick={() => pending.answer(true)}>
                {pending.confirm}
              </Button>
            </>
          }
        >
          <p>{pending.message}</p>
        </Dialog>
      )}
    </ConfirmContext>
  );
}
