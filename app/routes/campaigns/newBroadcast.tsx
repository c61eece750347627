import { data, href, redirect, useNavigation } from "react-router";
import { z } from "zod";
import {
  audienceKind,
  audienceTag,
  idempotencyKey,
  pastedNumbers,
  phoneNumberId,
  templateId,
} from "#app/domain/messaging/campaigns/schemas.ts";
import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/newBroadcast";
import { AudienceFields } from "./audienceFields.tsx";
import { missingSender, SenderFields } from "./senderFields.tsx";
import { WizardFooter } from "./wizardSteps.tsx";

const schema = z.object({
  templateId,
  phoneNumberId,
  kind: audienceKind,
  tag: audienceTag.optional(),
  segmentId: z.string().max(64).optional(),
  numbers: pastedNumbers.optional(),
  consent: z.literal("on").optional(),
  key: idempotencyKey,
  intent: z.enum(["next", "skip-invalid"]).default("next"),
});

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: m.campaigns_new_broadcast_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ templates }, { numbers }, choices, { segments }] = await orThrowPage(
    Promise.all([
      api("GET /templates", { status: "approved", pageSize: 100 }),
      api("GET /whatsapp/numbers", {}),
      api("GET /campaigns/choices", {}),
      api("GET /conditions/choices", {}),
    ]),
  );
  return { templates, numbers, choices, segments, key: crypto.randomUUID() };
}

const today = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      timeZone: "Africa/Nairobi",
      dateStyle: "medium",
      timeStyle: "short",
    }),
);

/** The conditions of the segment; null when none is chosen. */
const inSegment = (segmentId: string | undefined) => ({
  match: "all" as const,
  conditions: segmentId ? [{ about: "segment" as const, of: segmentId, op: "is" as const }] : [],
});

export const action = formAction(schema, async ({ value, api, submission }) => {
  const { intent, consent, kind, tag, segmentId, numbers, ...sender } = value;
  if (kind === "conditions" && !segmentId)
    return data(
      {
        result: submission.reply({
          fieldErrors: { segmentId: [m.campaigns_new_broadcast_choose_segment()] },
        }),
      },
      { status: 400 },
    );
  const { campaignId } = await api("POST /campaigns", {
    ...sender,
    name: m.campaigns_new_broadcast_default_name({ time: today().format(new Date()) }),
    kind: "broadcast",
    audience: {
      kind,
      tag,
      numbers,
      ...(kind === "conditions" && { conditions: inSegment(segmentId) }),
      consent: consent === "on",
      skipInvalid: intent === "skip-invalid",
    },
  });
  const { audience } = await api("POST /campaigns/:campaignId/quote", { campaignId });
  if (audience.recipients === 0)
    return redirect(href("/messaging/campaigns/:campaignId/audience", { campaignId }));
  // The variables step is skipped automatically when there are none.
  return redirect(href("/messaging/campaigns/:campaignId/variables", { campaignId }));
});

export default function NewBroadcast({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const busy = useNavigation().state === "submitting";
  return (
    <Modal title={m.campaigns_quick_broadcast()} closeTo={href("/messaging/broadcasts")}>
      {missingSender(loaderData) ?? (
        <>
          <p className="mb-5 text-muted">{m.campaigns_new_broadcast_lead()}</p>
          <Form method="post" noValidate className="grid gap-5">
            <ErrorSummary errors={problemsOf(result)} />
            <input type="hidden" name="key" value={fieldValue(result, "key", loaderData.key)} />
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
              conditions={{
                label: m.campaigns_new_broadcast_segment_label(),
                fields: (
                  <SelectField
                    {...fieldProps(result, "segmentId")}
                    label={m.common_segment()}
                    options={[
                      { value: "", label: m.campaigns_new_broadcast_choose_segment() },
                      ...loaderData.segments.map(({ id, name }) => ({ value: id, label: name })),
                    ]}
                  />
                ),
              }}
            />
            <WizardFooter
              next={m.common_next()}
              intent="next"
              busy={busy}
              out={{ label: m.common_cancel(), to: href("/messaging/broadcasts") }}
            />
          </Form>
        </>
      )}
    </Modal>
  );
}

export { ScreenError as ErrorBoundary };
