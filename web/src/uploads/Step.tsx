import type { ReactNode } from "react";
import styles from "./step.module.css";

interface StepProps {
  /** The name of the section. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A step of an upload. */
export function Step({ label, children }: StepProps) {
  return (
    <section className={styles.step} aria-label={label}>
      {children}
    </section>
  );
}

/** Text about an error. */
export function ErrorText({ children }: { readonly children: ReactNode }) {
  return <span className={styles.error}>{children}</span>;
}
