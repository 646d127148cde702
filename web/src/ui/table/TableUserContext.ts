import { createContext } from "react";

/** The id of the signed-in user. Each user of a browser has own preferences about tables. */
export const TableUserContext = createContext("");
