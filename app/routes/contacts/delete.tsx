import { href } from "react-router";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: "Delete contact" }];

export async function loader({ context, params: { contactId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /contacts/:contactId", { contactId }));
}

export const action = formAction(noFields, async ({ api }, { params: { contactId } }: Route.ActionArgs) => {
  await api("DELETE /contacts/:contactId", { contactId });
  return done(href("/contacts"), "Contact deleted.");
});

export default function DeleteContact({ loaderData: { contact }, actionData }: Route.ComponentProps) {
  const number = contact.phone ? readablePhone(contact.phone) : "";
  return (
    <ConfirmPage
      title="Delete this contact?"
      answer={actionData}
      confirm={{ label: "Delete contact" }}
      keep={{ label: "Keep it", to: href("/contacts/:contactId", { contactId: contact.id }) }}
    >
      <p>
        <strong className="break-words">{contact.name || number || "This contact"}</strong>
        {contact.name && number && `, ${number},`} and the conversation with them are deleted for good.
        Messages that were sent stay in the figures of their campaigns.
      </p>
      {contact.optedOutAt && (
        <Notice tone="warn" title="This person opted out">
          Deleting the contact also deletes the note of it. If the number is imported again, campaigns will
          reach it again. Keep the contact to be safe.
        </Notice>
      )}
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
