import { useEffect, useRef } from "react";
import type { FieldErrors } from "react-hook-form";
import { elementId, FIELDS, type FormValues } from "./form";

interface Props {
  readonly errors: FieldErrors<FormValues>;
  /** Each attempt brings the focus here. */
  readonly attempt: number;
}

/** What is wrong with which field, each with the way to it. */
export function ErrorSummary({ errors, attempt }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [attempt]);

  const wrong = FIELDS.flatMap(({ name, label }) => {
    const message = errors[name]?.message;
    return typeof message === "string" ? [{ name, label, message: message.split("\n").join(", ") }] : [];
  });
  if (wrong.length === 0) return null;
  return (
    <section ref={box} className="create-summary" tabIndex={-1} aria-labelledby="create-summary-title">
      <h2 id="create-summary-title">
        {wrong.length === 1 ? "One field needs your attention" : `${wrong.length} fields need your attention`}
      </h2>
      <ul>
        {wrong.map(({ name, label, message }) => (
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
