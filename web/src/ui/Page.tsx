import { useEffect, type ReactNode } from "react";

interface Props {
  readonly title: string;
  /** Content next to the title, such as counts, the age of the data and actions. */
  readonly aside?: ReactNode;
  /** Whether the page fills the window and its content scrolls inside it. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

/** A screen below the navigation bar. Its title is the document's title and the only `h1`. */
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
