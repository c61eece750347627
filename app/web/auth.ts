import { useRoot } from "./useRoot.ts";

/** Who is signed in, as the root of the page was told. @throws where the page has no root data. */
export function useAuth() {
  const root = useRoot();
  if (!root) throw new Error("useAuth must be used within an AuthProvider");
  return { user: root.user };
}
