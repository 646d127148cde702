import { useDeferredValue, useState, type KeyboardEvent } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { TextField } from "react-aria-components/TextField";
import { useNavigate } from "react-router";
import { formatCount, formatNames } from "../../lib/formats";
import { IconButton, PlainButton } from "../../ui/PlainButton";
import { VisuallyHidden } from "../../ui/text";
import { Icon } from "../navigation/icons";
import { useRecentItems } from "./recentItems";
import styles from "./searchPalette.module.css";
import { keyOf, KIND_LABELS, type SearchItem } from "./searchItem";
import { useSearch, type Search } from "./useSearch";

interface Props {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** Finds fridges, screens, actions, routes, drivers, layouts, price schemas and coupons. */
export default function SearchPalette({ onClose, onShortcuts }: Props) {
  const navigate = useNavigate();
  const recent = useRecentItems();
  const [text, setText] = useState("");
  const deferred = useDeferredValue(text);
  const search = useSearch(deferred, recent.items);
  const { groups } = search;
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);

  function open(item: SearchItem) {
    void recent.add(item);
    onClose();
    void navigate(item.to);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const first = groups[0]?.items[0];
    const focused = event.currentTarget.getAttribute("aria-activedescendant");
    // The list focuses a result shortly after the text changes. Until then, no result is focused, or one of the previous
    // text that the list no longer contains. Enter opens the first result in this case.
    if (event.key !== "Enter" || (focused !== null && document.getElementById(focused)) || !first) return;
    if (text.trim() !== "" && deferred === text) open(first);
  }

  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay}
      UNSTABLE_portalContainer={document.querySelector("[data-amplify-theme]") ?? undefined}
      onOpenChange={onClose}
    >
      <Modal className={styles.modal}>
        <Dialog className={styles.dialog} aria-label="Find anything">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <div className={styles.field}>
              <Icon name="search" className={styles.icon} />
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the search to type */}
              <TextField className={styles.text} aria-label="Find anything" autoFocus>
                <Input
                  className={styles.input}
                  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- React Aria sets aria-controls
                  role="combobox"
                  aria-expanded
                  placeholder="Fridge, address, screen, route, coupon…"
                  onKeyDown={onKeyDown}
                />
              </TextField>
              <IconButton label="Close" onClick={onClose}>
                ×
              </IconButton>
            </div>
            <ListBox
              className={styles.results}
              aria-label="Results"
              renderEmptyState={() => <p className={styles.empty}>{emptyText(search)}</p>}
            >
              {groups.map(({ title, items }) => (
                <ListBoxSection key={title} id={title}>
                  <Header className={styles.heading}>{title}</Header>
                  {items.map((item) => (
                    <ListBoxItem
                      key={keyOf(item)}
                      id={`${title} ${keyOf(item)}`}
                      className={styles.result}
                      textValue={[item.title, item.detail, KIND_LABELS[item.kind], item.status ?? ""].join(" ").trim()}
                      onAction={() => open(item)}
                    >
                      <span className={styles.title}>{item.title}</span>
                      <span className={styles.detail}>{item.detail}</span>
                      {item.status !== undefined && (
                        <span className={styles.status} data-status={item.status}>
                          {item.status}
                        </span>
                      )}
                      <span className={styles.kind}>{KIND_LABELS[item.kind]}</span>
                    </ListBoxItem>
                  ))}
                </ListBoxSection>
              ))}
            </ListBox>
            <VisuallyHidden role="status">
              {text.trim() !== "" && deferred === text ? formatCount(count, "result") : ""}
            </VisuallyHidden>
          </Autocomplete>
          <footer className={styles.footer}>
            <Notice search={search} hasResults={count > 0} />
            <PlainButton onClick={onShortcuts}>Keyboard shortcuts</PlainButton>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface NoticeProps {
  readonly search: Search;
  readonly hasResults: boolean;
}

/** The failed reads, else what still loads, else the keys. */
function Notice({ search, hasResults }: NoticeProps) {
  const { failed, loading, permissionsFailed, retry } = search;
  if (permissionsFailed) {
    return <span role="alert">Your permissions could not be loaded. Only screens and actions are searched.</span>;
  }
  if (failed.length > 0) {
    return (
      <span role="alert">
        Some {formatNames(failed)} could not be loaded <PlainButton onClick={retry}>Retry</PlainButton>
      </span>
    );
  }
  if (loading.length > 0 && hasResults) return <span>Loading {formatNames(loading)}…</span>;
  return <span className={styles.keys}>↑ ↓ to select, Enter to open, Esc to close</span>;
}

function emptyText({ failed, loading, permissionsFailed, searchedCoupons }: Search): string {
  if (loading.length > 0) return `Loading ${formatNames(loading)}…`;
  if (failed.length > 0 || permissionsFailed) return "No matches in the data that could be loaded";
  if (searchedCoupons !== null)
    return `No matches. Only the latest ${formatCount(searchedCoupons, "coupon")} are searched.`;
  return "No matches";
}
