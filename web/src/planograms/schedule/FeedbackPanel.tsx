import { useState } from "react";
import { formatNumber } from "../../lib/formats";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import styles from "./feedbackPanel.module.css";

interface Props {
  readonly type: "error" | "warning" | "success";
  readonly heading: string;
  /** Shown as a list. */
  readonly messages?: readonly string[];
}

/** Number of messages shown at first, and at most after "Show all". More would block the browser. */
const INITIAL_MESSAGES = 20;
const MAX_MESSAGES = 1000;

/** Shows errors, warnings or success of a file (docs/requirements/planning.md, PLN-2 and PLN-3). */
export function FeedbackPanel({ type, heading, messages = [] }: Props) {
  const [expanded, setExpanded] = useState(false);
  const shown = messages.slice(0, expanded ? MAX_MESSAGES : INITIAL_MESSAGES);
  const remaining = messages.length - shown.length;
  return (
    <Alert variation={type} role={type === "error" ? "alert" : "status"}>
      <strong>{heading}</strong>
      {shown.length > 0 && (
        <ul className={styles.messages}>
          {shown.map((message, index) => (
            <li key={index}>{message}</li>
          ))}
        </ul>
      )}
      {remaining > 0 && !expanded && (
        <Button variant="link" onClick={() => setExpanded(true)}>
          {messages.length > MAX_MESSAGES
            ? `Show ${formatNumber(MAX_MESSAGES)} of ${formatNumber(messages.length)}`
            : `Show all ${formatNumber(messages.length)}`}
        </Button>
      )}
      {remaining > 0 && expanded && <p>And {formatNumber(remaining)} more</p>}
    </Alert>
  );
}
