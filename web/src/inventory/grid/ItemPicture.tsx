import { useState } from "react";
import styles from "./itemPicture.module.css";

interface Props {
  readonly name: string;
  /** The URL of its picture, if any. */
  readonly image: string | undefined;
}

/** An item's picture, or a drawing of its kind if it has none or loading fails. The item name is shown next to it. */
export function ItemPicture({ name, image }: Props) {
  const [failedImage, setFailedImage] = useState<string | null>(null);
  if (image && image !== failedImage) {
    return (
      <img
        className={styles.picture}
        src={image}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailedImage(image)}
      />
    );
  }
  return (
    <svg className={styles.picture} viewBox="0 0 48 48" aria-hidden="true">
      {DRAWINGS.find(({ words }) => words.test(name))?.drawing ?? BOWL}
    </svg>
  );
}

const BOWL = (
  <>
    <path className={styles.food} d="M10 24c2-8 8-11 14-11s12 3 14 11z" />
    <path className={styles.ware} d="M6 24h36c0 9-7 15-18 15S6 33 6 24z" />
  </>
);

/** Drawings, selected by words in the item name. */
const DRAWINGS = [
  {
    words: /juice|water|lemonade|brew|coffee|tea|soda|milk|kombucha/i,
    drawing: (
      <>
        <path className={styles.ware} d="M20 5h8v7l4 6v23a3 3 0 0 1-3 3H19a3 3 0 0 1-3-3V18l4-6z" />
        <path className={styles.food} d="M16 24h16v11H16z" />
      </>
    ),
  },
  {
    words: /sandwich|club|wrap|bagel|toast|burger/i,
    drawing: (
      <>
        <path className={styles.ware} d="M6 38 24 8l18 30z" />
        <path className={styles.food} d="M11 34 14 29h20l3 5z" />
      </>
    ),
  },
  {
    words: /oats|parfait|pudding|cup|yogurt|yoghurt|fruit/i,
    drawing: (
      <>
        <path className={styles.ware} d="M12 10h24l-4 31H16z" />
        <path className={styles.food} d="M13.500 20h21l-1.500 11H15z" />
      </>
    ),
  },
  {
    words: /cookie|cracker|chips|pretzel|cheese|egg|slices|bar\b|nuts/i,
    drawing: (
      <>
        <circle className={styles.ware} cx="24" cy="24" r="17" />
        <path className={styles.food} d="M17 18h4v4h-4zM27 15h4v4h-4zM29 27h4v4h-4zM19 29h4v4h-4z" />
      </>
    ),
  },
] as const;
