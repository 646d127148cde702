import { PICTURE_SIZE, pictureOf } from "./pictures";
import type { HelpPicture } from "./screen";
import styles from "./screenHelp.module.css";

/** A picture of a screen in the color mode of the operating system. It loads when it is near the visible part. */
export function ScreenPicture({ name, alt }: HelpPicture) {
  const picture = pictureOf(name);
  if (!picture) return null;
  return (
    <a href={picture.light} target="_blank" rel="noreferrer" title="Open in a new tab" className={styles.picture}>
      <picture>
        {/* Paper is light in both modes. */}
        <source media="screen and (prefers-color-scheme: dark)" srcSet={picture.dark} {...PICTURE_SIZE} />
        <img src={picture.light} alt={alt} loading="lazy" decoding="async" {...PICTURE_SIZE} />
      </picture>
    </a>
  );
}
