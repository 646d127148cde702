/** The build's version, `dev` when it was not built by a script. */
declare const __VERSION__: string;
