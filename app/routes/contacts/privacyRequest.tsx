import { href } from "react-router";
import { requestForm } from "#app/domain/contacts/requests/schemas.ts";
import { requestKinds } from "#app/domain/contacts/requests/words.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { SelectField, TextareaField } from "#app/ui/field.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/privacyRequest";

export const meta: Route.MetaFunction = () => [{ title: "Privacy request" }];

export async function loader({ context, params: { contactId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /contacts/:contactId", { contactId }));
}

export const action = formAction(
  requestForm,
  async ({ value, api }, { params: { contactId } }: Route.ActionArgs) => {
    const { personRequestId } = await api("POST /contacts/:contactId/requests", { contactId, ...value });
    return done(
      href("/settings/privacy/:personRequestId", { personRequestId }),
      "The request is open; its clock runs.",
    );
  },
);

export default function PrivacyRequest({ loaderData: { contact }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const person = contact.name || (contact.phone ? readablePhone(contact.phone) : "This person");
  return (
    <ConfirmPage
      title="What did they ask for?"
      answer={actionData}
      confirm={{ label: "Open the request", harmless: true }}
      keep={{ label: "Back", to: href("/contacts/:contactId", { contactId: contact.id }) }}
    >
      <p className="break-words">
        <strong>{person}</strong> has a copy of their data within {requestKinds.export.days} days, and is
        erased within {requestKinds.erasure.days}.
      </p>
      <SelectField
        label="Request"
        name="kind"
        defaultValue={typedOr(result, "kind", "export")}
        options={Object.entries(requestKinds).map(([value, { label }]) => ({ value, label }))}
        error={errorAt(result, "kind")}
      />
      <TextareaField
        label="How they asked, and how you know that it is them"
        name="note"
        rows={3}
        required
        defaultValue={typedOr(result, "note", "")}
        error={errorAt(result, "note")}
      />
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
