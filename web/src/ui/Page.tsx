import { useEffect, type ReactNode } from "react";

interface Props {
  readonly title: string;
  /** Beside the title: how many, how old, what can be done. */
  readonly aside?: ReactNode;
  /** The page scrolls inside itself and fills the window, as a long table does. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

/** A screen below the navigation bar: its title in the window and as the one heading of the first level. */
export function Page({ title, aside, fill = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Larder`;
  }, [title]);
  return (
    <div className={fill ? "page page-fill" : "page"}>
      <header className="page-header">
        <h1 tabIndex={-1}>{title}</h1>
        {aside !== undefined && <div className="page-aside">{aside}</div>}
      </header>
      {children}
    </div>
  );
}
