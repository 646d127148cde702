import type { ReactNode } from "react";
import "virtual:theme.css";

/** Applies the theme's colors to its children, for the color mode of the operating system. */
export function Theme({ children }: { readonly children: ReactNode }) {
  return (
    <div data-amplify-theme="larder" data-amplify-color-mode="system" dir="ltr">
      {children}
    </div>
  );
}
