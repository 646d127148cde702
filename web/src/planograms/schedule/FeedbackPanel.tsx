import { Alert } from "@aws-amplify/ui-react";
import { useState } from "react";
import { Button } from "../../ui/Button";

interface Props {
  readonly type: "error" | "warning" | "success";
  readonly heading: string;
  /** Each on a line of its own. */
  readonly messages?: readonly string[];
}

/** Messages that are listed before somebody asks for all. */
const LISTED = 20;

/** What is said of a file, or of what became of it: errors, warnings or success (spec, section 2). */
export function FeedbackPanel({ type, heading, messages = [] }: Props) {
  const [all, setAll] = useState(false);
  const listed = all ? messages : messages.slice(0, LISTED);
  return (
    <Alert variation={type} role={type === "error" ? "alert" : "status"} className="planogram-feedback">
      <p className="planogram-feedback-heading">{heading}</p>
      {listed.length > 0 && (
        <ul>
          {listed.map((message, index) => (
            <li key={index}>{message}</li>
          ))}
        </ul>
      )}
      {messages.length > listed.length && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {`Show all ${messages.length.toLocaleString("en-US")}`}
        </Button>
      )}
    </Alert>
  );
}
