import { redirect } from "react-router";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { readablePhone } from "#app/shared/readablePhone.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/contactsDelete";

export const meta: Route.MetaFunction = () => [{ title: "Delete contact" }];

export async function loader({ context, params: { contactId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /contacts/:contactId", { contactId }));
}

export async function action({ context, params: { contactId } }: Route.ActionArgs) {
  await orErrorPage(context.get(apiContext)("DELETE /contacts/:contactId", { contactId }));
  return redirect("/contacts", { headers: withToast({ kind: "success", text: "Contact deleted." }) });
}

export default function DeleteContact({ loaderData: { contact } }: Route.ComponentProps) {
  const number = contact.phone ? readablePhone(contact.phone) : "";
  return (
    <>
      <PageHeader title="Delete this contact?" />
      <Card>
        <div className="grid max-w-xl gap-4">
          <p>
            <strong className="break-words">{contact.name || number || "This contact"}</strong>
            {contact.name && number && `, ${number},`} and the conversation with them are deleted for good.
            Messages that were sent stay in the figures of their campaigns.
          </p>
          {contact.optedOutAt && (
            <Notice tone="warn" title="This person opted out">
              With the contact you delete the note of it. If the number comes back with an import, campaigns
              will reach it again. Keep the contact to be safe.
            </Notice>
          )}
          <Form method="post" className="row-actions">
            <Button variant="danger">Delete contact</Button>
            <ButtonLink to={`/contacts/${contact.id}`} variant="quiet">
              Keep it
            </ButtonLink>
          </Form>
        </div>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
