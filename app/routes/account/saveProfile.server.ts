import { href, redirect } from "react-router";
import { ownersForm, personForm } from "#app/domain/accounts/profile/schemas.ts";
import { formAction, type PostedForm } from "#app/web/action.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";

/** Saves a profile. Redirects to `back`, or on to the code for another email address. */
const saveAt =
  (back: string) =>
  async ({ value, api }: PostedForm<typeof ownersForm> | PostedForm<typeof personForm>) => {
    const { emailChange } = await api("PUT /profile", value);
    const text = emailChange ? m.account_save_profile_enter_code_done() : m.account_save_profile_saved();
    return redirect(emailChange ? href("/profile/email") : back, {
      headers: withToast({ kind: "success", text }),
    });
  };

/** The actions of the profile form: for users who may rename their organisation, for other members, and for staff. */
export const saveOwner = formAction(ownersForm, saveAt(href("/profile")));
export const saveMember = formAction(personForm, saveAt(href("/profile")));
export const saveStaff = formAction(personForm, saveAt(href("/admin/profile")));
