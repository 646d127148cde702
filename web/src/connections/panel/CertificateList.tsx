import { formatCount } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Tag } from "../../ui/Tag";
import { Identifier, Muted } from "../../ui/text";
import type { Certificate } from "../connection";
import { CERTIFICATE_STATES, certificateState, isValid, shortId, sourceText } from "../rules/connection";
import styles from "./certificateList.module.css";

interface Props {
  /** Newest first. */
  readonly certificates: readonly Certificate[];
  readonly now: number;
  readonly formatTime: (at: string) => string;
  /** Why the user cannot revoke certificates; undefined if allowed. */
  readonly disabledReason: string | undefined;
  readonly onRevoke: (certificate: Certificate) => void;
}

/** The valid certificates of a fridge, each with its Revoke button, and the ended ones, which are collapsed. */
export function CertificateList({ certificates, now, formatTime, disabledReason, onRevoke }: Props) {
  const valid = certificates.filter((certificate) => isValid(certificate, now));
  const ended = certificates.filter((certificate) => !isValid(certificate, now));
  return (
    <>
      {valid.length > 0 && (
        <ul className={styles.certificates} aria-label="Certificates">
          {valid.map((certificate) => (
            <li key={certificate.id}>
              <div className={styles.text}>
                <Head certificate={certificate} now={now} />
                <Muted as="div">
                  {formatTime(certificate.issuedAt)}, {sourceText(certificate)}
                </Muted>
                <Muted as="div">Expires {formatTime(certificate.expiresAt)}</Muted>
              </div>
              <Button
                aria-label={`Revoke certificate ${shortId(certificate.id)}`}
                disabledReason={disabledReason}
                onClick={() => onRevoke(certificate)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details>
          <summary>{formatCount(ended.length, "ended certificate")}</summary>
          <ul className={styles.certificates} aria-label="Ended certificates">
            {ended.map((certificate) => (
              <li key={certificate.id}>
                <div className={styles.text}>
                  <Head certificate={certificate} now={now} />
                  <Muted as="div">
                    {formatTime(certificate.endedAt ?? certificate.expiresAt)}
                    {certificate.endedBy !== null && ` by ${certificate.endedBy}`}
                  </Muted>
                  {certificate.reason !== null && <Muted as="div">Reason: {certificate.reason}</Muted>}
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Head({ certificate, now }: Pick<Props, "now"> & { readonly certificate: Certificate }) {
  const { label, tone } = CERTIFICATE_STATES[certificateState(certificate, now)];
  return (
    <div className={styles.head}>
      <span title={certificate.id}>
        Certificate <Identifier>{shortId(certificate.id)}</Identifier>
      </span>
      <Tag tone={tone}>{label}</Tag>
    </div>
  );
}
