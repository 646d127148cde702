import { use } from "react";
import { onDemand } from "../onDemand";
import { PopoverButton } from "../PopoverButton";
import { Muted } from "../text";
import { useTablePreferences } from "./preferences";
import { sharedQuery, viewQuery, type TableViews } from "./savedViews";
import { SavedViewContext } from "./SavedViewContext";
import styles from "./savedViews.module.css";

const SavedViewList = onDemand(
  async () => (await import("./SavedViewList")).SavedViewList,
  <Muted as="p">Loading…</Muted>,
);

interface Props {
  readonly views: TableViews;
}

/** A button that opens the saved views of a table. Without a store, renders nothing. */
export function SavedViews({ views }: Props) {
  const store = use(SavedViewContext);
  const { preferences } = useTablePreferences(views.table);
  if (!store) return null;
  const query = viewQuery(views, preferences);
  const own = (store.views ?? []).filter(({ table }) => table === views.table);
  const active = own.find((view) => view.query === query);
  return (
    <PopoverButton
      text={active ? `View: ${active.name}` : "Views"}
      label="Saved views"
      popoverClass={styles.popover}
      dialogClass={styles.dialog}
      onPreload={SavedViewList.preload}
    >
      {(close) => (
        <SavedViewList
          store={store}
          own={own}
          active={active}
          views={views}
          query={query}
          link={sharedQuery(views.urlState.address, preferences).toString()}
          onClose={close}
        />
      )}
    </PopoverButton>
  );
}
