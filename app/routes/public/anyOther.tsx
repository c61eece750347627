import { redirect } from "react-router";
import type { Route } from "./+types/anyOther";

/**
 * A built file of an earlier release is gone; a page in its place would be read as a stylesheet or a script.
 */
export function loader({ request }: Route.LoaderArgs) {
  if (new URL(request.url).pathname.startsWith("/assets/")) return new Response(null, { status: 404 });
  return redirect("/");
}
