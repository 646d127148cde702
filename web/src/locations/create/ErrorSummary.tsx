import { useEffect, useRef } from "react";
import type { CreateField } from "../rules/create";
import styles from "./errorSummary.module.css";
import { elementId, FIELDS } from "./form";
import type { CreateForm } from "./useCreateForm";

/** Lists the invalid fields with their errors and links to them. Each submission moves the focus to the summary. */
export function ErrorSummary({ form }: Pick<CreateForm, "form">) {
  const { errors, submitCount } = form.formState;
  const summaryRef = useRef<HTMLElement>(null);
  useEffect(() => summaryRef.current?.focus(), [submitCount]);

  const invalidFields = FIELDS.flatMap(({ name, label }) => {
    const message = errors[name]?.message;
    return typeof message === "string" ? [{ name, label, message: message.split("\n").join(", ") }] : [];
  });
  if (invalidFields.length === 0) return null;

  function focusField(name: CreateField) {
    document.getElementById(elementId(name))?.scrollIntoView({ block: "center" });
    form.setFocus(name);
  }
  return (
    <section ref={summaryRef} className={styles.summary} tabIndex={-1} aria-labelledby="create-summary-title">
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
                focusField(name);
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
