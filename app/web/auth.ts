import { useRoot } from "./useRoot.ts";

/** The signed-in user, from the page's root data. @throws when the page has no root data. */
export function useAuth() {
  const root = useRoot();
  if (!root) throw new Error("useAuth must be used within an AuthProvider");
  return { user: root.user };
}
