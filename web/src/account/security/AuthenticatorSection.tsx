import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { object, pipe, regex, string } from "valibot";
import { toastSuccess } from "../../lib/toast";
import {
  confirmAuthenticator,
  credentialFailure,
  hasAuthenticator,
  newAuthenticatorKey,
  removeAuthenticator,
  type AuthenticatorKey,
} from "../../session/credentials";
import { useMyPermissions } from "../../session/permissions";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { Form } from "../../ui/Form";
import { FormField } from "../../ui/form/FormField";
import { TextField } from "../../ui/form/TextField";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { Panel } from "../../ui/Panel";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { Loading } from "../../ui/states";
import styles from "./security.module.css";

/** Loaded only while an app is set up. */
const QrCode = lazy(() => import("./QrCode"));

const authenticatorQuery = queryOptions({ queryKey: ["authenticator"], queryFn: hasAuthenticator });

/** Sets up an authenticator app or turns it off. */
export function AuthenticatorSection() {
  const client = useQueryClient();
  const active = useQuery(authenticatorQuery);
  return (
    <Panel title="Authenticator app">
      <QueryView
        query={active}
        label="your sign-in settings"
        error={() => "Unable to load your sign-in settings. Check your internet connection."}
        skeleton={<Skeleton label="your sign-in settings" rows={2} />}
      >
        {(isActive) =>
          isActive ? (
            <Active onTurnedOff={() => client.setQueryData(authenticatorQuery.queryKey, false)} />
          ) : (
            <Setup onSetUp={() => client.setQueryData(authenticatorQuery.queryKey, true)} />
          )
        }
      </QueryView>
    </Panel>
  );
}

function Active({ onTurnedOff }: { readonly onTurnedOff: () => void }) {
  const confirm = useConfirm();
  const { may } = useMyPermissions();
  const remove = useMutation({
    mutationFn: removeAuthenticator,
    onSuccess: () => {
      toastSuccess("The authenticator app was turned off");
      onTurnedOff();
    },
  });

  async function turnOff() {
    const confirmed = await confirm({
      title: "Turn off the authenticator app?",
      message: may("ManagePermissions")
        ? "A password alone will be enough to sign in to your account. You may no longer be able to manage permissions."
        : "A password alone will be enough to sign in to your account.",
      confirm: "Turn off",
      danger: true,
    });
    if (confirmed) remove.mutate();
  }

  return (
    <>
      <p>
        <strong>On.</strong> You enter a code from your authenticator app at each sign-in.
      </p>
      <ErrorNotice
        error={remove.error}
        message={(error) => credentialFailure(error, "Unable to turn off the app. Check your internet connection.")}
      />
      <div>
        <Button onClick={() => void turnOff()} busy={remove.isPending} busyText="Turning off…">
          Turn off
        </Button>
      </div>
    </>
  );
}

function Setup({ onSetUp }: { readonly onSetUp: () => void }) {
  const { email } = useUser();
  const { may } = useMyPermissions();
  const createKey = useMutation({ mutationFn: () => newAuthenticatorKey(email) });

  if (createKey.data) return <Confirm authenticator={createKey.data} onSetUp={onSetUp} onCancel={createKey.reset} />;
  return (
    <>
      <p>
        <strong>Off.</strong> With an authenticator app, a stolen password is not enough to sign in to your account.
        {may("ManagePermissions") && " Administrators need one to manage permissions."}
      </p>
      <ErrorNotice
        error={createKey.error}
        message={(error) => credentialFailure(error, "Unable to set up the app. Check your internet connection.")}
      />
      <div>
        <Button variant="primary" onClick={() => createKey.mutate()} busy={createKey.isPending} busyText="Preparing…">
          Set up
        </Button>
      </div>
    </>
  );
}

interface ConfirmProps {
  readonly authenticator: AuthenticatorKey;
  readonly onSetUp: () => void;
  readonly onCancel: () => void;
}

const SCHEMA = object({ code: pipe(string(), regex(/^\d{6}$/, "Enter the six digits that the app shows")) });

function Confirm({ authenticator: { key, uri }, onSetUp, onCancel }: ConfirmProps) {
  const { form, submit, busy, error } = useLarderForm({
    schema: SCHEMA,
    defaultValues: { code: "" },
    onSubmit: async ({ code }) => {
      await confirmAuthenticator(code);
      toastSuccess("The authenticator app is set up");
      onSetUp();
    },
  });

  return (
    <Form
      busy={busy}
      className={styles.form}
      aria-label="Set up the authenticator app"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <ol className={styles.steps}>
        <li>
          Open an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password.
        </li>
        <li>Scan this QR code, or enter the key.</li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <Suspense fallback={<Loading label="the QR code" />}>
        <QrCode text={uri} label="QR code for your authenticator app" />
      </Suspense>
      <p>
        Key: <code className={styles.key}>{key.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <FormField control={form.control} name="code">
        {(field) => (
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            required
            {...field}
            onChange={(text) => field.onChange(text.trim())}
          />
        )}
      </FormField>
      <ErrorNotice
        error={error}
        message={(failure) => credentialFailure(failure, "Unable to confirm the code. Check your internet connection.")}
      />
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} busyText="Confirming…">
          Confirm
        </Button>
      </div>
    </Form>
  );
}
