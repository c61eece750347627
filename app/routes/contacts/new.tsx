import { href, Link } from "react-router";
import { contactEditForm } from "#app/domain/contacts/schemas.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { ContactForm, fieldRows } from "./contactForm.tsx";
import { atRows } from "./fieldProblems.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_new_contact() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /fields", {});
}

export const action = formAction(contactEditForm, async ({ value: { fields: rows, ...contact }, api }) => {
  const filled = rows.filter(({ value }) => value !== "");
  const fields = Object.fromEntries(filled.map(({ name, value }) => [name, value]));
  await atRows(rows, () => api("POST /contacts", { ...contact, fields }));
  return done(href("/contacts"), m.contacts_contact_saved_done());
});

export default function NewContact({ loaderData: { fields }, actionData }: Route.ComponentProps) {
  const typed = String(actionData?.result.initialValue?.phone ?? "");
  return (
    <>
      <PageHeader title={m.contacts_new_contact()} />
      <Card>
        {actionData?.code === "contact.phone_taken" && (
          <p className="mb-4">
            <Link className="link" to={`${href("/contacts")}?${new URLSearchParams({ q: typed })}`}>
              {m.contacts_new_known_contact_link()}
            </Link>
          </p>
        )}
        <ContactForm
          lastResult={actionData?.result}
          values={{
            name: "",
            phone: "",
            tags: "",
            kraPin: "",
            consent: "none",
            consentSource: "",
            fields: fieldRows(fields, {}),
          }}
          defined={fields}
          submitLabel={m.contacts_new_save_contact_button()}
          back={href("/contacts")}
        />
      </Card>
    </>
  );
}
