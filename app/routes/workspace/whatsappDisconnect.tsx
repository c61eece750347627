import { redirect } from "react-router";
import { z } from "zod";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { countOf } from "#app/shared/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/whatsappDisconnect";

const schema = z.object({});

export const meta: Route.MetaFunction = () => [{ title: "Disconnect WhatsApp" }];

export async function loader({ context, params: { whatsappAccountId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  return orErrorPage(api("GET /whatsapp/accounts/:whatsappAccountId", { whatsappAccountId }));
}

export async function action({ request, context, params: { whatsappAccountId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("POST /whatsapp/accounts/:whatsappAccountId/disconnect", {
      whatsappAccountId,
    });
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect("/whatsapp", {
    headers: withToast({ kind: "success", text: "The WhatsApp account is disconnected." }),
  });
}

export default function WhatsappDisconnect({ loaderData: { account }, actionData }: Route.ComponentProps) {
  const errors = Object.values(actionData?.result.error ?? {}).flatMap((texts) => texts ?? []);
  const numbers = account.numbers.map(({ displayPhoneNumber }) => displayPhoneNumber).join(", ");
  return (
    <>
      <PageHeader title={`Disconnect ${account.name || "this account"}?`} />
      <Card className="max-w-2xl">
        <ErrorSummary title="That did not work" errors={errors.map((text) => ({ text }))} />
        <ul className="mb-5 list-disc space-y-2 pl-5">
          <li>Messages can no longer be sent{numbers && ` from ${numbers}`}; running campaigns stop.</li>
          <li>Customers' answers no longer reach your chat here.</li>
          <li>
            Reports on messages that are on their way do not come any more; the money set aside for them comes
            back after a month.
          </li>
          <li>
            Contacts, conversations and {countOf(account.templateCount, "template")} stay. You can connect the
            account again at any time.
          </li>
        </ul>
        <Form method="post" className="flex flex-wrap gap-3">
          <Button variant="danger">Disconnect</Button>
          <ButtonLink variant="secondary" to="/whatsapp">
            Keep it connected
          </ButtonLink>
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
