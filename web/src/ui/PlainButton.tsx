import type { ComponentProps } from "react";
import styles from "./button.module.css";

interface Props extends Omit<ComponentProps<"button">, "className" | "disabled" | "aria-disabled"> {
  /** Why the button cannot be used; undefined if it can. The button stays focusable. */
  readonly disabledReason?: string | undefined;
}

/** The attributes of a button that can be disabled. The title is the description for screen readers. */
function attributes({ disabledReason, type = "button", onClick, ...rest }: Props): ComponentProps<"button"> {
  if (disabledReason === undefined) return { ...rest, type, onClick };
  return { ...rest, type: "button", title: disabledReason, "aria-disabled": true };
}

/** A lightweight button instead of Amplify's: for use before the theme is loaded, or in large numbers. */
export function PlainButton(props: Props) {
  return <button {...attributes(props)} className={styles.plain} />;
}

/** A button that shows only an icon. */
export function IconButton({ label, ...rest }: Omit<Props, "aria-label"> & { readonly label: string }) {
  return <button {...attributes({ ...rest, type: "button" })} className={styles.icon} aria-label={label} />;
}

/** A button that looks like a link, for text in a line and for the cells of a table. */
export function LinkButton(props: Props) {
  return <button {...attributes({ ...props, type: "button" })} className={styles.link} />;
}
