import { href, redirect } from "react-router";
import { safePath } from "#app/platform/http/safePath.ts";
import { readForm } from "#app/web/form.server.ts";
import { rememberNavigation } from "#app/web/navigation.server.ts";
import type { Route } from "./+types/navigation";

export function loader() {
  return redirect(href("/dashboard"));
}

/** Stores the width of the side navigation and returns to the page where it was changed. */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request);
  return redirect(safePath(String(form.get("from")), href("/dashboard")), {
    headers: {
      "set-cookie": rememberNavigation(
        form.has("filled") ? "filled" : "page",
        form.get("width") === "narrow",
      ),
    },
  });
}
