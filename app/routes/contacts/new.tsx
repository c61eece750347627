import { href, Link } from "react-router";
import { contactEditForm } from "#app/domain/contacts/schemas.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import type { Route } from "./+types/new";
import { ContactForm } from "./contactForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: "New contact" }];

// One form for both pages: a new contact has no further fields yet.
export const action = formAction(contactEditForm, async ({ value: { fields: _, ...contact }, api }) => {
  await api("POST /contacts", contact);
  return done(href("/contacts"), "Contact saved.");
});

export default function NewContact({ actionData }: Route.ComponentProps) {
  const typed = String(actionData?.result.initialValue?.phone ?? "");
  return (
    <>
      <PageHeader title="New contact" />
      <Card>
        {actionData?.code === "contact.phone_taken" && (
          <p className="mb-4">
            <Link className="link" to={`${href("/contacts")}?${new URLSearchParams({ q: typed })}`}>
              Show the contact that has this number
            </Link>
          </p>
        )}
        <ContactForm lastResult={actionData?.result} submitLabel="Save contact" back={href("/contacts")} />
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
