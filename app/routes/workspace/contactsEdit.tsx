import { redirect } from "react-router";
import { contactForm } from "#app/domain/contacts/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConsentBadge } from "#app/ui/consentBadge.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { readablePhone } from "#app/ui/phone.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/contactsEdit";
import { ContactForm } from "./contactForm.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.contact.name || loaderData?.contact.phone || "Contact" },
];

export async function loader({ context, params: { contactId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /contacts/:contactId", { contactId }));
}

export async function action({ request, context, params: { contactId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, contactForm);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("PUT /contacts/:contactId", { ...submission.value, contactId });
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(`/contacts/${contactId}`, {
    headers: withToast({ kind: "success", text: "Contact saved." }),
  });
}

export default function EditContact({ loaderData: { contact }, actionData }: Route.ComponentProps) {
  const here = `/contacts/${contact.id}`;
  return (
    <>
      <PageHeader
        title={contact.name || (contact.phone ? readablePhone(contact.phone) : "Unnamed contact")}
        actions={
          <>
            {!contact.optedOutAt && <ButtonLink to={`${here}/message`}>Send a message</ButtonLink>}
            <ButtonLink to={`${here}/consent`} variant="secondary">
              {contact.optedOutAt ? "Opt in again" : "Opt out"}
            </ButtonLink>
            <ButtonLink to={`${here}/delete`} variant="danger">
              Delete
            </ButtonLink>
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Card title="Details">
          <ContactForm
            key={contact.id}
            lastResult={actionData?.result}
            values={{
              name: contact.name,
              phone: contact.phone ? readablePhone(contact.phone) : "",
              tags: contact.tags.join(", "),
              consent: contact.consent,
              consentSource: contact.consent === "granted" ? (contact.consentSource ?? "") : "",
            }}
            optedOut={contact.optedOutAt !== null}
            submitLabel="Save changes"
            back="/contacts"
          />
        </Card>
        <div className="grid gap-6">
          <About contact={contact} />
          {Object.keys(contact.fields).length > 0 && (
            <Card title="Further fields">
              <DescriptionList
                items={Object.entries(contact.fields).map(([term, value]) => ({
                  term,
                  value: <span className="whitespace-pre-line break-words">{value}</span>,
                }))}
              />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

function About({ contact }: Pick<Route.ComponentProps["loaderData"], "contact">) {
  return (
    <Card title="Consent and contact">
      <DescriptionList
        items={[
          { term: "Consent", value: <ConsentBadge {...contact} /> },
          ...(contact.consentAt
            ? [
                {
                  term: contact.consent === "granted" ? "Given" : "Withdrawn",
                  value: <Time value={contact.consentAt} />,
                },
                { term: "Source", value: contact.consentSource ?? "Not known" },
              ]
            : []),
          ...(contact.optedOutAt ? [{ term: "Opted out", value: <Time value={contact.optedOutAt} /> }] : []),
          {
            term: "Number",
            value: contact.phone ? readablePhone(contact.phone) : "None, known by WhatsApp user id",
          },
          { term: "Last seen", value: contact.lastSeen ? <Time value={contact.lastSeen} /> : "Never" },
          { term: "Added", value: <Time value={contact.createdAt} to="day" /> },
        ]}
      />
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
