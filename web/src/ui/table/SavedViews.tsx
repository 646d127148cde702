import { use } from "react";
import { Button as PopupButton } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import buttonStyles from "../button.module.css";
import { onDemand } from "../onDemand";
import { useOverlayContainer } from "../overlayContainer";
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
  const container = useOverlayContainer();
  const { preferences } = useTablePreferences(views.table);
  if (!store) return null;
  const query = viewQuery(views, preferences);
  const own = (store.views ?? []).filter(({ table }) => table === views.table);
  const active = own.find((view) => view.query === query);
  return (
    <DialogTrigger>
      <PopupButton className={buttonStyles.plain} onHoverStart={SavedViewList.preload} onFocus={SavedViewList.preload}>
        {active ? `View: ${active.name}` : "Views"}
      </PopupButton>
      <Popover placement="bottom end" className={styles.popover} UNSTABLE_portalContainer={container}>
        <Dialog aria-label="Saved views" className={styles.dialog}>
          {({ close }) => (
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
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
