import { href, redirect, useNavigation } from "react-router";
import { z } from "zod";
import {
  campaignName,
  idempotencyKey,
  phoneNumberId,
  templateId,
} from "#app/domain/messaging/campaigns/schemas.ts";
import { useReviewNews } from "#app/routes/templates/review.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { missingSender, SenderFields } from "./senderFields.tsx";
import { WizardFooter, WizardSteps } from "./wizardSteps.tsx";

const schema = z.object({ name: campaignName, templateId, phoneNumberId, key: idempotencyKey });

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: m.campaigns_new_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ templates, existing }, { numbers }] = await orThrowPage(
    Promise.all([
      api("GET /templates", { status: "approved", pageSize: 100 }),
      api("GET /whatsapp/numbers", {}),
    ]),
  );
  const only = templates.length === 1 ? templates[0]!.id : "";
  const chosen = new URL(request.url).searchParams.get("template") ?? only;
  return { templates, existing, numbers, chosen, key: crypto.randomUUID() };
}

export const action = formAction(schema, async ({ value, api }) => {
  const { campaignId } = await api("POST /campaigns", value);
  return redirect(href("/messaging/campaigns/:campaignId/audience", { campaignId }));
});

export default function NewCampaign({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const busy = useNavigation().state === "submitting";
  const missing = missingSender(loaderData);
  useReviewNews(loaderData.templates.length === 0 && loaderData.existing > 0);
  return (
    <Modal title={m.campaigns_new_campaign()} closeTo={href("/messaging")}>
      {missing ?? (
        <>
          <WizardSteps current="setup" />
          <p className="mb-5 text-muted">{m.campaigns_price_before_sending_text()}</p>
          <Form method="post" noValidate className="grid gap-5">
            <ErrorSummary errors={problemsOf(result)} />
            <input type="hidden" name="key" value={fieldValue(result, "key", loaderData.key)} />
            <Field
              {...fieldProps(result, "name")}
              label={m.campaigns_name_label()}
              required
              maxLength={100}
              autoComplete="off"
              hint={m.campaigns_name_hint()}
            />
            <SenderFields
              templates={loaderData.templates}
              numbers={loaderData.numbers}
              chosen={{ templateId: loaderData.chosen, phoneNumberId: "" }}
              result={result}
            />
            <WizardFooter
              next={m.campaigns_next_audience_next()}
              busy={busy}
              out={{ label: m.common_cancel(), to: href("/messaging") }}
            />
          </Form>
        </>
      )}
    </Modal>
  );
}

export { ScreenError as ErrorBoundary };
