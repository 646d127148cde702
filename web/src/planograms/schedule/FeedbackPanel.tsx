import { Alert } from "@aws-amplify/ui-react";
import { useState } from "react";
import { Button } from "../../ui/Button";

interface Props {
  readonly type: "error" | "warning" | "success";
  readonly heading: string;
  /** Each on a line of its own. */
  readonly messages?: readonly string[];
}

/** Messages that are listed before somebody asks for more, and at most: nobody reads on, and the browser would stall. */
const LISTED = 20;
const MOST = 1000;

const number = (count: number) => count.toLocaleString("en-US");

/** What is said of a file, or of what became of it: errors, warnings or success (spec, section 2). */
export function FeedbackPanel({ type, heading, messages = [] }: Props) {
  const [more, setMore] = useState(false);
  const listed = messages.slice(0, more ? MOST : LISTED);
  const left = messages.length - listed.length;
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
      {left > 0 && !more && (
        <Button look="quiet" onClick={() => setMore(true)}>
          {messages.length > MOST
            ? `Show ${number(MOST)} of ${number(messages.length)}`
            : `Show all ${number(messages.length)}`}
        </Button>
      )}
      {left > 0 && more && <p>And {number(left)} more</p>}
    </Alert>
  );
}
