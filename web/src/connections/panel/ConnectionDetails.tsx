import { useState } from "react";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { Facts } from "../../ui/Facts";
import { Notice } from "../../ui/Notice";
import { onDemand } from "../../ui/onDemand";
import { Tag } from "../../ui/Tag";
import { Muted } from "../../ui/text";
import type { Certificate, FridgeConnection } from "../connection";
import { connectionState, reasonText, warningsOf, type LastReport } from "../rules/connection";
import { CertificateList } from "./CertificateList";
import styles from "./connectionDetails.module.css";

const IssueDialog = onDemand(async () => (await import("./IssueDialog")).IssueDialog);
const RevokeDialog = onDemand(async () => (await import("./RevokeDialog")).RevokeDialog);
const ReplacementDialog = onDemand(async () => (await import("./ReplacementDialog")).ReplacementDialog);

type OpenDialog =
  | { readonly kind: "issue" }
  | { readonly kind: "revoke"; readonly certificate: Certificate }
  | { readonly kind: "replacement"; readonly allow: boolean };

export interface ConnectionProps {
  /** The IANA name of the fridge's zone. */
  readonly zone: string;
  readonly now: number;
  readonly lastReport: LastReport;
  /** The version of the fridge's agent in its latest report. */
  readonly agentVersion: string | undefined;
  /** Formats a time of the fridge. */
  readonly formatTime: (at: string) => string;
}

interface Props extends ConnectionProps {
  readonly connection: FridgeConnection;
  /** The time for which the connection is known. */
  readonly knownAt: number;
}

/** The state, the warnings and the certificates of a connection, with the actions on them. */
export function ConnectionDetails({ connection, knownAt: at, zone, now, lastReport, agentVersion, formatTime }: Props) {
  const { locationId: id, address, reason, certificates, replacementUntil } = connection;
  const disabledReason = useMyPermissions().missingPermission("ManageFridgeConnections");
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);
  const { label, tone, time } = connectionState(connection, lastReport, at, zone);
  const isNew = connection.state === "NEVER";
  const replaceable = replacementUntil !== null && Date.parse(replacementUntil) > now ? replacementUntil : null;
  return (
    <>
      {warningsOf(connection, now).map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <Facts
        label="Connection details"
        facts={[
          [
            "State",
            <span key="state" className={styles.state}>
              <Tag tone={tone}>
                <span role="status">{label}</span>
              </Tag>
              {time !== null && <span> {time}</span>}
            </span>,
          ],
          ["Reason", connection.state === "DISCONNECTED" && reason !== null ? reasonText(reason) : null],
          ["Network address", address],
          ["Agent version", agentVersion ?? (isNew ? null : <Muted key="version">Not reported</Muted>)],
        ]}
      />
      {isNew && certificates.length === 0 && (
        <p>
          This fridge has not connected. Start the agent on its computer: with the claim certificate it requests its own
          certificate. If the computer has only a certificate signing request, press Issue certificate.
        </p>
      )}
      {isNew && certificates.length > 0 && (
        <p>
          This fridge has a certificate but has not connected. Check that its computer is on and that its agent runs.
        </p>
      )}
      <CertificateList
        certificates={certificates}
        now={now}
        formatTime={formatTime}
        disabledReason={disabledReason}
        onRevoke={(certificate) => setOpen({ kind: "revoke", certificate })}
      />
      {replaceable !== null && (
        <Notice tone="info">
          A new computer can request a certificate until {formatTime(replaceable)}. The certificate of the old computer
          ends 24 hours after the new one connects.
        </Notice>
      )}
      <div className={styles.actions}>
        <Button disabledReason={disabledReason} onClick={() => setOpen({ kind: "issue" })}>
          Issue certificate
        </Button>
        <Button
          disabledReason={disabledReason}
          onClick={() => setOpen({ kind: "replacement", allow: replaceable === null })}
        >
          {replaceable === null ? "Replace computer" : "End replacement"}
        </Button>
      </div>
      {open?.kind === "issue" && <IssueDialog id={id} onClose={close} />}
      {open?.kind === "revoke" && (
        <RevokeDialog connection={connection} certificate={open.certificate} now={now} onClose={close} />
      )}
      {open?.kind === "replacement" && <ReplacementDialog connection={connection} allow={open.allow} onClose={close} />}
    </>
  );
}
