/** The pictures of screens in docs/screens, which `npm run screens` writes from the screens with sample data. */

/** The address of each file in the build. Only the help imports this module, so no other screen loads the addresses. */
const FILES = import.meta.glob<string>("../../../docs/screens/*-{light,dark}.png", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The size of every picture in CSS pixels. */
export const PICTURE_SIZE = { width: 1280, height: 800 } as const;

/** A picture in both color modes. */
export interface Picture {
  /** The address of the picture of the light mode. */
  readonly light: string;
  readonly dark: string;
}

const addressOf = (name: string, mode: keyof Picture) => FILES[`../../../docs/screens/${name}-${mode}.png`];

/** The name of each picture, such as `fleet-health`. */
export const PICTURE_NAMES: readonly string[] = [
  ...new Set(Object.keys(FILES).map((file) => file.replace(/^.*\/(.+)-\w+\.png$/, "$1"))),
];

/** The picture with a name of `PICTURE_NAMES`; null if a file is missing. */
export function pictureOf(name: string): Picture | null {
  const [light, dark] = [addressOf(name, "light"), addressOf(name, "dark")];
  return light === undefined || dark === undefined ? null : { light, dark };
}
