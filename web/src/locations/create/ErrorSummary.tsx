import { useEffect, useRef } from "react";
import type { FieldErrors } from "react-hook-form";
import { elementId, FIELDS, type FormValues } from "./form";

interface Props {
  readonly errors: FieldErrors<FormValues>;
  /** A new value moves the focus to the summary. */
  readonly attempt: number;
}

/** Lists the invalid fields with their errors and links to them. */
export function ErrorSummary({ errors, attempt }: Props) {
  const summaryRef = useRef<HTMLElement>(null);
  useEffect(() => summaryRef.current?.focus(), [attempt]);

  const invalidFields = FIELDS.flatMap(({ name, label }) => {
    const message = errors[name]?.message;
    return typeof message === "string" ? [{ name, label, message: message.split("\n").join(", ") }] : [];
  });
  if (invalidFields.length === 0) return null;
  return (
    <section ref={summaryRef} className="create-summary" tabIndex={-1} aria-labelledby="create-summary-title">
      <h2 id="create-summary-title">
        {invalidFields.length === 1
          ? "One field needs your attention"
          : `${invalidFields.length} fields need your attention`}
      </h2>
      <ul>
        {invalidFields.map(({ name, label, message }) => (
          <li key={name}>
            <a
              href={`#${elementId(name)}`}
              onClick={(event) => {
                event.preventDefault();
                const control = document.getElementById(elementId(name));
                control?.scrollIntoView({ block: "center" });
                control?.focus({ preventScroll: true });
              }}
            >
              {message.startsWith(name) ? message : `${label}: ${message}`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
