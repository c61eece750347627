import { data, redirect, useNavigation } from "react-router";
import { z } from "zod";
import {
  audienceKind,
  audienceTag,
  campaignId,
  idempotencyKey,
  pastedNumbers,
  phoneNumberId,
  templateId,
} from "#app/domain/campaigns/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { AudienceFields } from "#app/ui/messaging/audienceFields.tsx";
import { problemsOf, typedOr } from "#app/ui/messaging/problems.ts";
import { missingSender, SenderFields } from "#app/ui/messaging/senderFields.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/newBroadcast";

const schema = z.object({
  templateId,
  phoneNumberId,
  kind: audienceKind,
  tag: audienceTag.optional(),
  numbers: pastedNumbers.optional(),
  consent: z.literal("on").optional(),
  key: idempotencyKey,
  /** The draft that an earlier try of this form left. */
  campaignId: campaignId.optional(),
  intent: z.enum(["next", "skip-invalid"]).default("next"),
});

export const meta: Route.MetaFunction = () => [{ title: "Quick Broadcast – Message Center" }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ templates }, { numbers }, choices] = await orErrorPage(
    Promise.all([
      api("GET /templates", { status: "approved", pageSize: 100 }),
      api("GET /whatsapp/numbers", {}),
      api("GET /campaigns/choices", {}),
    ]),
  );
  return { templates, numbers, choices, key: crypto.randomUUID() };
}

const today = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Nairobi",
  dateStyle: "medium",
  timeStyle: "short",
});

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext);
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  const { intent, consent, key, kind, tag, numbers, ...sender } = submission.value;
  const name = `Broadcast of ${today.format(new Date())}`;
  let draft = sender.campaignId;
  try {
    if (draft) await api("PUT /campaigns/:campaignId", { ...sender, name, campaignId: draft });
    else draft = (await api("POST /campaigns", { ...sender, name, key, kind: "broadcast" })).campaignId;
    await api("PUT /campaigns/:campaignId/audience", {
      campaignId: draft,
      kind,
      tag,
      numbers,
      consent: consent === "on",
      skipInvalid: intent === "skip-invalid",
    });
  } catch (error) {
    const refusal = refuse(submission, error);
    return data({ ...refusal.data, campaignId: draft }, { status: refusal.init?.status ?? 400 });
  }
  // The step of the variables passes on by itself when there are none.
  return redirect(`/messaging/campaigns/${draft}/variables`);
}

export default function NewBroadcast({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const draft = draftOf(actionData);
  const busy = useNavigation().state === "submitting";
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Quick Broadcast"
        description="One template, one audience. You see the price before anything is sent."
      />
      {missingSender(loaderData) ?? (
        <Card>
          <Form method="post" noValidate className="grid gap-5">
            <ErrorSummary errors={problemsOf(result)} />
            <input type="hidden" name="key" value={typedOr(result, "key", loaderData.key)} />
            {draft && <input type="hidden" name="campaignId" value={draft} />}
            <SenderFields
              templates={loaderData.templates}
              numbers={loaderData.numbers}
              chosen={{ templateId: "", phoneNumberId: "" }}
              result={result}
            />
            <AudienceFields
              choices={loaderData.choices}
              chosen={{ kind: "all", tag: "", numbers: "" }}
              result={result}
            />
            <p className="row-actions">
              <Button name="intent" value="next" disabled={busy}>
                Next: see the price
              </Button>
              <ButtonLink variant="quiet" to="/messaging/broadcasts">
                Cancel
              </ButtonLink>
            </p>
          </Form>
        </Card>
      )}
    </div>
  );
}

/** The draft that the refused form has made already. */
const draftOf = (answer: object | undefined): string | undefined =>
  answer && "campaignId" in answer && typeof answer.campaignId === "string" ? answer.campaignId : undefined;

export { ScreenError as ErrorBoundary };
