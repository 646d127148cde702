import type { RefObject } from "react";
import { Header } from "react-aria-components/Header";
import { Menu, MenuItem, MenuSection, Popover } from "react-aria-components/Menu";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths";
import { useUser } from "../../session/user";
import { useOverlayContainer } from "../../ui/overlayContainer";
import { useLocationServices } from "./LocationServices";
import styles from "./userMenu.module.css";

interface Props {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
  readonly onLogOut: () => void;
}

/** The user's menu (SHL-20). Its heading, which screen readers read first, shows the user and the app's state. */
export default function UserMenu({ trigger, onClose, onShortcuts, onLogOut }: Props) {
  const { email } = useUser();
  const services = useLocationServices();
  const navigate = useNavigate();
  const container = useOverlayContainer();
  return (
    <Popover
      className={styles.popover}
      aria-label="User menu"
      isOpen
      onOpenChange={onClose}
      triggerRef={trigger}
      placement="bottom end"
      offset={4}
      UNSTABLE_portalContainer={container}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the menu to move in it */}
      <Menu className={styles.menu} aria-label="User" autoFocus="first" onClose={onClose}>
        <MenuSection>
          <Header className={styles.facts}>
            <span>Signed in as {email}</span>
            <span>Location Services: {services}</span>
            <span>Version {__VERSION__}</span>
          </Header>
          <MenuItem className={styles.item} onAction={() => void navigate(paths.account)}>
            Account and security
          </MenuItem>
          <MenuItem className={styles.item} onAction={onShortcuts}>
            Keyboard shortcuts
          </MenuItem>
          <MenuItem className={styles.item} onAction={onLogOut}>
            Log Out
          </MenuItem>
        </MenuSection>
      </Menu>
    </Popover>
  );
}
