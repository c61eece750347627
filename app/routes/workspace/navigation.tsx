import { redirect } from "react-router";
import { readForm } from "#app/middleware/form.server.ts";
import { rememberNavigation } from "#app/middleware/navigation.server.ts";
import { safePath } from "#app/shared/safePath.ts";
import type { Route } from "./+types/navigation";

export function loader() {
  return redirect("/dashboard");
}

/** Remembers the width of the side navigation and leads back to the page where it was changed. */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request);
  return redirect(safePath(String(form.get("from")), "/dashboard"), {
    headers: { "set-cookie": rememberNavigation(form.get("width") === "narrow") },
  });
}
