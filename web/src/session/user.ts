import { createContext, use } from "react";
import type { User } from "./auth";

export const UserContext = createContext<User | null>(null);

/** Returns the signed-in user. Every screen renders inside the context's provider. */
export function useUser(): User {
  const user = use(UserContext);
  if (!user) throw new Error("useUser needs a UserContext above it");
  return user;
}
