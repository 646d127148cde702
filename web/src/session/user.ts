import { createContext, use } from "react";
import type { User } from "./auth";

export const UserContext = createContext<User | null>(null);

/** The signed-in person; there is one wherever the app's own screens are drawn. */
export function useUser(): User {
  const user = use(UserContext);
  if (!user) throw new Error("Nobody is signed in");
  return user;
}
