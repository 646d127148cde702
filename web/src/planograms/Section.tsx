import type { ReactNode } from "react";
import styles from "./section.module.css";

interface Props {
  /** The name of the section, which is also its heading if it has one. */
  readonly label: string;
  readonly heading?: "h2" | "h3";
  readonly children: ReactNode;
}

/** A part of the planogram screen. A line separates parts with a main heading from the part above. */
export function Section({ label, heading: Heading, children }: Props) {
  return (
    <section className={styles.section} data-divided={Heading === "h2" || undefined} aria-label={label}>
      {Heading && <Heading>{label}</Heading>}
      {children}
    </section>
  );
}
