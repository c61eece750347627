import { href, redirect } from "react-router";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { m } from "#messages";

export function loader() {
  return redirect(href("/dashboard"));
}

/** Hides the first steps from all members. */
export const action = formAction(noFields, async ({ api }) => {
  await api("POST /get-started/hide", {});
  return done(href("/dashboard"), m.insights_start_hidden_done());
});
