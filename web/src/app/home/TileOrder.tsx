import { Button as DragButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { DropIndicator, useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { Button } from "../../ui/Button";
import { IconButton } from "../../ui/PlainButton";
import styles from "./home.module.css";
import { reordered } from "./tileTexts";

/** A tile in the list. */
export interface OrderedTile {
  readonly key: string;
  readonly name: string;
}

interface Props {
  readonly tiles: readonly OrderedTile[];
  /** @param label the name of the pressed button */
  readonly onMove: (index: number, step: -1 | 1, label: string) => void;
  readonly onRemove: (index: number) => void;
  /** The keys of all tiles in their new order, and the name of the dragged tile. */
  readonly onReorder: (keys: readonly string[], name: string) => void;
}

/** The selected tiles. Buttons and dragging, also with the keyboard, change their order. */
export function TileOrder({ tiles, onMove, onRemove, onReorder }: Props) {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": nameOf(tiles, key) })),
    getDropOperation: () => "move",
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.drop ?? ""} />,
    onReorder: ({ keys: [dragged], target }) => {
      if (dragged === undefined) return;
      const keys = tiles.map(({ key }) => key);
      const place = target.dropPosition === "before" ? "before" : "after";
      onReorder(reordered(keys, String(dragged), String(target.key), place), nameOf(tiles, dragged));
    },
  });
  return (
    <GridList
      aria-label="Tiles"
      className={styles.order ?? ""}
      items={tiles.map((tile, index) => ({ ...tile, id: tile.key, index }))}
      dragAndDropHooks={dragAndDropHooks}
      keyboardNavigationBehavior="tab"
      // The buttons depend on the number of tiles.
      dependencies={[tiles]}
      renderEmptyState={() => "The home page has no tiles"}
    >
      {({ name, index }) => {
        const [up, down] = [`Move up: ${name}`, `Move down: ${name}`];
        const [first, last] = [index === 0, index === tiles.length - 1];
        return (
          <GridListItem textValue={name} className={styles.orderedTile ?? ""}>
            <DragButton slot="drag" aria-label={`Drag: ${name}`} className={styles.handle ?? ""}>
              ⠿
            </DragButton>
            <span>{name}</span>
            <IconButton
              label={up}
              disabledReason={first ? "It is the first tile" : undefined}
              onClick={() => onMove(index, -1, up)}
            >
              ↑
            </IconButton>
            <IconButton
              label={down}
              disabledReason={last ? "It is the last tile" : undefined}
              onClick={() => onMove(index, 1, down)}
            >
              ↓
            </IconButton>
            <Button aria-label={`Remove: ${name}`} onClick={() => onRemove(index)}>
              Remove
            </Button>
          </GridListItem>
        );
      }}
    </GridList>
  );
}

function nameOf(tiles: readonly OrderedTile[], key: string | number): string {
  return tiles.find((tile) => tile.key === String(key))?.name ?? "";
}
