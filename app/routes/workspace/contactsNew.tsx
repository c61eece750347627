import { Link, redirect } from "react-router";
import { contactForm } from "#app/domain/contacts/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/contactsNew";
import { ContactForm } from "./contactForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: "New contact" }];

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, contactForm);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("POST /contacts", submission.value);
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect("/contacts", { headers: withToast({ kind: "success", text: "Contact saved." }) });
}

export default function NewContact({ actionData }: Route.ComponentProps) {
  const typed = String(actionData?.result.initialValue?.phone ?? "");
  return (
    <>
      <PageHeader title="New contact" />
      <Card>
        {actionData?.code === "contact.phone_taken" && (
          <p className="mb-4">
            <Link className="link" to={`/contacts?${new URLSearchParams({ q: typed })}`}>
              Show the contact that has this number
            </Link>
          </p>
        )}
        <ContactForm lastResult={actionData?.result} submitLabel="Save contact" back="/contacts" />
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
