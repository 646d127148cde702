import { useLayoutEffect, useRef, useState } from "react";
import { messageOf } from "../../api/errors";
import { toastSuccess } from "../../lib/toast";
import { useUpdatePreferences, type HomeTile, type Preferences } from "../../session/preferences";
import { Button } from "../../ui/Button";
import { Checkbox, ControlGroup } from "../../ui/Checkbox";
import { FieldError } from "../../ui/Field";
import { VisuallyHidden } from "../../ui/text";
import { isInternal } from "../navigation/entries";
import styles from "./home.module.css";
import { TileOrder } from "./TileOrder";
import { availableTiles, keyOfTile, visibleTiles, withArrangement, type TileAccess } from "./tiles";
import { moved, titleOf } from "./tileTexts";

const RESTORE = "Restore default tiles";

/** @param index counted from 0 */
const positionText = (name: string, index: number, count: number) => `${name} is now number ${index + 1} of ${count}`;

interface Props {
  readonly preferences: Preferences;
  readonly access: TileAccess;
  readonly onClose: () => void;
}

/** Selects and orders the tiles and the favorite screens. Nothing changes until the user saves. */
export default function ArrangeHome({ preferences, access, onClose }: Props) {
  const update = useUpdatePreferences();
  const [tiles, setTiles] = useState<readonly HomeTile[] | null>(preferences.home);
  const [favorites, setFavorites] = useState<readonly string[]>(preferences.favorites);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const section = useRef<HTMLElement>(null);
  const [pressed, setPressed] = useState<{ readonly label: string } | null>(null);
  const chosen = visibleTiles(tiles, { ...access, favorites });
  const hidden = (tiles ?? []).filter((tile) => !chosen.includes(tile));
  const keys = new Set(chosen.map(keyOfTile));
  const others = availableTiles(access).filter((tile) => !keys.has(keyOfTile(tile)));
  const nameOf = (tile: HomeTile) => titleOf(tile, access.views);

  // Browsers remove the focus from a button when its row moves.
  useLayoutEffect(() => {
    if (pressed) section.current?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(pressed.label)}"]`)?.focus();
  }, [pressed]);

  /** @param focused the name of the button that gets the focus */
  function arrange(next: readonly HomeTile[], focused: string, text: string) {
    // Tiles without permission keep existing, in case the user gets the permission again.
    setTiles([...next, ...hidden]);
    setPressed({ label: focused });
    setAnnouncement(text);
  }

  function move(index: number, step: -1 | 1, label: string) {
    const tile = chosen[index];
    const next = moved(chosen, index, step);
    if (!tile || next === chosen) return;
    arrange(next, label, positionText(nameOf(tile), index + step, next.length));
  }

  async function save() {
    setBusy(true);
    setError(null);
    try {
      await update((current) => withArrangement(current, tiles, favorites));
      toastSuccess("Home page saved");
      onClose();
    } catch (failure) {
      setError(messageOf(failure, "Unable to save the home page. Try again."));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section ref={section} aria-label="Arrange this page" className={styles.arrange}>
      <h2>Tiles</h2>
      <TileOrder
        tiles={chosen.map((tile) => ({ key: keyOfTile(tile), name: nameOf(tile) }))}
        onMove={move}
        onRemove={(index) => {
          const tile = chosen[index];
          if (tile) arrange(chosen.toSpliced(index, 1), `Add: ${nameOf(tile)}`, `${nameOf(tile)} was removed`);
        }}
        onReorder={(keys, name) => {
          const next = keys.flatMap((key) => chosen.filter((tile) => keyOfTile(tile) === key));
          setTiles([...next, ...hidden]);
          setAnnouncement(
            positionText(
              name,
              next.findIndex((tile) => nameOf(tile) === name),
              next.length,
            ),
          );
        }}
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {others.length > 0 && (
        <>
          <h2>More tiles</h2>
          <ul className={styles.order}>
            {others.map((tile, index) => {
              const name = nameOf(tile);
              // Not a button in the list of tiles: releasing Enter there would start to drag the tile.
              const next = others[index + 1] ?? others[index - 1];
              const focused = next ? `Add: ${nameOf(next)}` : RESTORE;
              return (
                <li key={keyOfTile(tile)}>
                  <span>{name}</span>
                  <Button
                    aria-label={`Add: ${name}`}
                    onClick={() => arrange([...chosen, tile], focused, `${name} was added at the end`)}
                  >
                    Add
                  </Button>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <h2>Favorite screens</h2>
      <div className={styles.favorites}>
        {access.navigation.map(({ label, entries }) => {
          const screens = entries.filter(isInternal);
          if (screens.length === 0) return null;
          return (
            <ControlGroup key={label} legend={label}>
              {screens.map((screen) => (
                <Checkbox
                  key={screen.to}
                  label={screen.label}
                  checked={favorites.includes(screen.to)}
                  onChange={(checked) =>
                    setFavorites(checked ? [...favorites, screen.to] : favorites.filter((path) => path !== screen.to))
                  }
                />
              ))}
            </ControlGroup>
          );
        })}
      </div>
      {error !== null && <FieldError>{error}</FieldError>}
      <div className={styles.buttons}>
        <Button variant="primary" onClick={() => void save()} busy={busy} busyText="Saving…">
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          aria-label={RESTORE}
          onClick={() => {
            setTiles(null);
            setAnnouncement("The default tiles are selected");
          }}
          disabledReason={tiles === null ? "These are the default tiles" : undefined}
        >
          {RESTORE}
        </Button>
      </div>
    </section>
  );
}
