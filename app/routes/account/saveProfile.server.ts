import { href, type RouterContextProvider, redirect } from "react-router";
import { ownersForm, personForm } from "#app/domain/accounts/profile/schemas.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { refuse } from "#app/web/submission.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";

/** The action of the profile form, for members and for staff. Redirects to `back`, or on to the code. */
export async function saveProfile(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { back }: { back: string },
) {
  const manages = back === "/profile" && may(context.get(userContext), "organisation.manage");
  const submission = await readSubmission(request, manages ? ownersForm : personForm);
  if (submission.status !== "success") return refuse(submission);
  try {
    const { emailChange } = await context.get(apiContext)("PUT /profile", submission.value);
    const text = emailChange ? m.account_save_profile_enter_code_done() : m.account_save_profile_saved();
    return redirect(emailChange ? href("/profile/email") : back, {
      headers: withToast({ kind: "success", text }),
    });
  } catch (error) {
    return refuse(submission, error);
  }
}
