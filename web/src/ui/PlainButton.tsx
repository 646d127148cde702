import type { ComponentProps } from "react";
import styles from "./button.module.css";

type Props = Omit<ComponentProps<"button">, "className">;

/** A lightweight button instead of Amplify's: for use before the theme is loaded, or in large numbers. */
export function PlainButton({ type = "button", ...rest }: Props) {
  return <button {...rest} type={type} className={styles.plain} />;
}

/** A button that shows only an icon. */
export function IconButton({ label, ...rest }: Omit<Props, "aria-label"> & { readonly label: string }) {
  return <button {...rest} type="button" className={styles.icon} aria-label={label} />;
}

/** A button that looks like a link, for text in a line and for the cells of a table. */
export function LinkButton(props: Props) {
  return <button {...props} type="button" className={styles.link} />;
}
