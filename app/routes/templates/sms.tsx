import { href, Link } from "react-router";
import { z } from "zod";
import { mostSmsText, smsWaits } from "#app/domain/messaging/sms/fieldRules.ts";
import { templateSmsForm } from "#app/domain/messaging/sms/schemas.ts";
import { waitWords } from "#app/domain/messaging/sms/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { shortPartLength } from "#app/platform/text/partLength.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/sms";

const form = z.discriminatedUnion("intent", [
  templateSmsForm.extend({ intent: z.literal("save") }),
  z.object({ intent: z.literal("remove") }),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.sms_template_title({ template: loaderData.template.name }) },
];

export async function loader({ context, params: { templateId }, request }: Route.LoaderArgs) {
  const typed = Object.fromEntries(new URL(request.url).searchParams);
  const shown = await pageApi(context)("GET /templates/:templateId/sms", { templateId, text: typed.text });
  const { sms, category } = shown.template;
  return {
    ...shown,
    waitSeconds: typed.waitSeconds ?? String(sms?.waitSeconds ?? defaultWait(category)),
    maxKes: typed.maxKes ?? String((sms?.maxCents ?? defaultMaxCents) / 100),
  };
}

export const action = formAction(
  form,
  async ({ value, api }, { params: { templateId } }: Route.ActionArgs) => {
    const back = href("/templates/:templateId", { templateId });
    if (value.intent === "remove") {
      await api("DELETE /templates/:templateId/sms", { templateId });
      return done(back, m.sms_unset_text());
    }
    const { text, waitSeconds, maxKes } = value;
    await api("PUT /templates/:templateId/sms", { templateId, text, waitSeconds, maxKes });
    return done(back, m.sms_set_text());
  },
);

type Loaded = Route.ComponentProps["loaderData"];

const defaultMaxCents = 500;

/** A code is worth little after a minute. */
const defaultWait = (category: string) => (category === "AUTHENTICATION" ? 10 : 300);

export default function TemplateSms({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { template, partCents } = loaderData;
  const { id: templateId, name } = template;
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={<span className="wrap-anywhere">{m.sms_template_title({ template: name })}</span>}
        description={m.sms_template_lead()}
        actions={
          <Link className="link" to={href("/templates/:templateId", { templateId })}>
            {m.common_back()}
          </Link>
        }
      />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(answer?.result)} />
        {template.category === "MARKETING" ? (
          <Notice tone="info">{m.sms_marketing_text()}</Notice>
        ) : partCents === null ? (
          <Notice tone="info" title={m.sms_turn_on_first()}>
            <p className="mb-3">{m.sms_off_text()}</p>
            <ButtonLink to={href("/settings/sms")}>{m.sms_turn_on_first()}</ButtonLink>
          </Notice>
        ) : (
          <SmsForm {...loaderData} result={answer?.result} />
        )}
      </div>
    </div>
  );
}

function SmsForm({ template, text, preview, waitSeconds, maxKes, result }: Loaded & { result: FormResult }) {
  const variables = template.variables.filter(({ place }) => place === "body").map(({ label }) => label);
  return (
    <Card>
      <Form method="post" noValidate className="grid gap-4">
        <TextareaField
          {...fieldProps(result, "text", text)}
          label={m.sms_text_label()}
          hint={m.sms_text_hint({ most: mostSmsText, variables: variables.join(", ") || m.common_none() })}
          maxLength={mostSmsText}
          rows={4}
          required
        />
        <Preview preview={preview} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            {...fieldProps(result, "waitSeconds", waitSeconds)}
            label={m.sms_wait_label()}
            hint={m.sms_wait_hint({ seconds: smsWaits[0] })}
            options={smsWaits.map((seconds) => ({ value: String(seconds), label: waitWords(seconds) }))}
          />
          <Field
            {...fieldProps(result, "maxKes", maxKes)}
            label={m.sms_max_label()}
            hint={m.sms_max_hint()}
            inputMode="decimal"
            required
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="save">
            {m.sms_set_button()}
          </Button>
          <Button formMethod="get" variant="secondary">
            {m.common_preview()}
          </Button>
          {template.sms && (
            <Button name="intent" value="remove" variant="danger-quiet">
              {m.sms_unset_button()}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}

function Preview({ preview: { text, parts, priceCents, foreign } }: Pick<Loaded, "preview">) {
  const count = counted(m.counts_sms_parts, parts);
  return (
    <section className="rounded-control border border-line p-3" aria-label={m.common_preview()}>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      <p className="mt-2 text-muted text-sm">
        {priceCents === 0
          ? m.sms_preview_own({ parts: count })
          : m.sms_preview_parts({ parts: count, price: formatKes(priceCents ?? 0) })}
      </p>
      {foreign.length > 0 && (
        <p className="mt-1 text-sm text-warn">
          {m.sms_preview_foreign({ characters: foreign.join(" "), most: shortPartLength })}
        </p>
      )}
    </section>
  );
}
