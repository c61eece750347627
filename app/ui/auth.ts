import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** Who is signed in, as the root of the page was told. @throws where the page has no root data. */
export function useAuth() {
  const root = useRouteLoaderData<typeof loader>("root");
  if (!root) throw new Error("useAuth must be used within an AuthProvider");
  return { user: root.user };
}
