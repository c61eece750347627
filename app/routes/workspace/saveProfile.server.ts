import { type RouterContextProvider, redirect } from "react-router";
import { ownersForm, personForm } from "#app/domain/profile/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { userContext } from "#app/middleware/session.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";

/** Who may rename the organisation that they work for. */
export const managesBusiness = (user: { role: string | null } | null): boolean =>
  user?.role === "owner" || user?.role === "admin";

/** The action of the profile form, on the profile of members and on that of staff. Leads to `back`, or on to the code. */
export async function saveProfile(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { back }: { back: "/profile" | "/admin/profile" },
) {
  const isManager = back === "/profile" && managesBusiness(context.get(userContext));
  const submission = await readSubmission(request, isManager ? ownersForm : personForm);
  if (submission.status !== "success") return refuse(submission);
  try {
    const { emailChange } = await context.get(apiContext)("PUT /profile", submission.value);
    const text = emailChange ? "Profile saved. Now enter the code that we mailed you." : "Profile saved.";
    return redirect(emailChange ? "/profile/email" : back, { headers: withToast({ kind: "success", text }) });
  } catch (error) {
    return refuse(submission, error);
  }
}
