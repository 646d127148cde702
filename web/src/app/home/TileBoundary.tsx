import { Component, type ReactNode } from "react";
import { Muted } from "../../ui/text";
import styles from "./home.module.css";

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
}

/**
 * Replaces a tile, or the list that arranges the tiles, if its file cannot be loaded, such as without a connection. The rest
 * of the page stays.
 */
export class TileBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={styles.tile}>
        <Muted as="p">
          This part of the page could not be loaded. Check your internet connection, then reload this page.
        </Muted>
      </div>
    );
  }
}
