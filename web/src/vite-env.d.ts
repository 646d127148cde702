/** The theme as a style sheet: see vite.config.ts. */
declare module "virtual:theme.css";

/** The build's version, `dev` when it was not built by a script. */
declare const __VERSION__: string;
