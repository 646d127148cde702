import { Suspense, lazy, useRef, useState } from "react";
import { toastFailure } from "../../lib/toast";
import { endSession } from "../../session/auth";
import { useUser } from "../../session/user";
import { VisuallyHidden } from "../../ui/text";
import { Icon } from "./icons";
import styles from "./topBar.module.css";

/** Loaded when the pointer or the focus reaches the button: its library is not needed by the first screen. */
const loadMenu = () => import("./UserMenu");
const UserMenu = lazy(loadMenu);

interface Props {
  readonly onShortcuts: () => void;
}

/** The signed-in user, and the menu that opens below. */
export function UserButton({ onShortcuts }: Props) {
  const { email } = useUser();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [isLoggingOut, setIsLoggingOut] = useState(false);

  async function logOut() {
    setIsLoggingOut(true);
    try {
      await endSession();
    } catch {
      setIsLoggingOut(false);
      toastFailure("Unable to log out. Check your internet connection.");
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.user}
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={isLoggingOut}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon name="person" className={styles.person} />
        <VisuallyHidden>User </VisuallyHidden>
        <span className={styles.email}>{isLoggingOut ? "Logging out…" : email}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <UserMenu
            trigger={button}
            onClose={() => setOpen(false)}
            onShortcuts={onShortcuts}
            onLogOut={() => void logOut()}
          />
        </Suspense>
      )}
    </>
  );
}
