import { data, href, redirect, replace, useFetcher } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { linkTarget, variableText } from "#app/domain/messaging/campaigns/schemas.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { isFile, MediaField } from "#app/routes/templates/mediaField.tsx";
import { UpdatePreview } from "#app/routes/templates/updatePreview.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { fieldError, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { useDebounced } from "#app/web/useDebounced.ts";
import { m } from "#messages";
import type { Route } from "./+types/variables";
import { MessagePreview } from "./messagePreview.tsx";
import { sourceRowOf } from "./variableSource.ts";
import { WizardFooter, WizardSteps } from "./wizardSteps.tsx";

/**
 * `source` is `text`, `link` or `contact:<field>`; `text` is the fixed text, the link's target, or the
 * fallback.
 */
const row = z.object({ key: z.string().max(100), source: z.string().max(120), text: variableText });
const wholeRow = row.superRefine(({ source, text }, check) => {
  const target = source === "link" ? linkTarget.safeParse(text) : undefined;
  for (const { message } of target?.error?.issues ?? [])
    check.addIssue({ code: "custom", path: ["text"], message });
});
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("next"), variables: z.array(wholeRow).max(60) }),
  z.object({
    intent: z.literal("preview"),
    variables: z.array(row.extend({ text: variableText.optional() })).max(60),
  }),
]);

type Row = { key: string; source: string; text: string };

const sourcesOf = (rows: Row[]) =>
  Object.fromEntries(
    rows.map(({ key, source, text }) => [
      key,
      source.startsWith("contact:")
        ? ({ from: "contact", field: source.slice("contact:".length), fallback: text } as const)
        : source === "link"
          ? ({ from: "link", url: text } as const)
          : ({ from: "text", value: text } as const),
    ]),
  );

/**
 * Before everything is filled in: a field without a fallback shows the variable when the contact has no
 * value.
 */
const previewable = (rows: { key: string; source: string; text?: string | undefined }[]): Row[] =>
  rows.flatMap(({ key, source, text }) => {
    if (source === "link")
      return linkTarget.safeParse(text).success ? [{ key, source, text: text ?? "" }] : [];
    if (text) return [{ key, source, text }];
    return source.startsWith("contact:") ? [{ key, source, text: `{{${key}}}` }] : [];
  });

/** The chosen value of a variable; by default the sample file. */
function rowOf(
  { key, kind, sample }: { key: string; kind: string; sample: string },
  campaign: { variables: CallOutput<"GET /campaigns/:campaignId">["variables"] },
  fields: readonly string[],
) {
  const row = sourceRowOf(key, campaign.variables[key], fields);
  return isFile({ kind }) && row.text === "" ? { source: "text", text: sample } : row;
}

/** A quick broadcast is sent at once, so it skips the time. */
const stepAfter = (campaign: { id: string; kind: string }) =>
  href(`/messaging/campaigns/:campaignId/${campaign.kind === "broadcast" ? "review" : "schedule"}`, {
    campaignId: campaign.id,
  });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: m.campaigns_variables_page_title({
      campaignName: loaderData?.campaign.name ?? m.common_campaign(),
    }),
  },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [campaign, { fields }] = await orThrowPage(
    Promise.all([api("GET /campaigns/:campaignId", { campaignId }), api("GET /campaigns/choices", {})]),
  );
  if (campaign.status !== "draft") throw replace(href("/messaging/campaigns/:campaignId", { campaignId }));
  if (campaign.template?.variables.length === 0) throw redirect(stepAfter(campaign));
  const rows = (campaign.template?.variables ?? []).map((variable) => ({
    key: variable.key,
    ...rowOf(variable, campaign, fields),
  }));
  const preview = await orThrowPage(
    api("POST /campaigns/:campaignId/preview", { campaignId, variables: sourcesOf(previewable(rows)) }),
  );
  return { campaign, fields, preview };
}

export const action = formAction(
  schema,
  async ({ value, submission, api }, { params: { campaignId } }: Route.ActionArgs) => {
    if (value.intent === "preview") {
      const variables = sourcesOf(previewable(value.variables));
      const preview = await orThrowPage(
        api("POST /campaigns/:campaignId/preview", { campaignId, variables }),
      );
      return data({ result: submission.reply(), preview });
    }
    await api("PUT /campaigns/:campaignId/variables", { campaignId, variables: sourcesOf(value.variables) });
    return redirect(stepAfter(await orThrowPage(api("GET /campaigns/:campaignId", { campaignId }))));
  },
);

export default function CampaignVariables({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, fields } = loaderData;
  const result = actionData?.result;
  const typed = (result?.initialValue?.variables ?? []) as Partial<Row>[];
  const fetcher = useFetcher<typeof action>();
  const preview = previewOf(fetcher.data) ?? previewOf(actionData) ?? loaderData.preview;
  const previewSoon = useDebounced((form: HTMLFormElement) => {
    const typedNow = new FormData(form);
    for (const [name, value] of [...typedNow]) if (typeof value !== "string") typedNow.delete(name);
    typedNow.set("intent", "preview");
    void fetcher.submit(typedNow, { method: "post" });
  }, 300);
  const problems = problemsOf(result).map(({ id, text }) => {
    const variable = campaign.template?.variables[Number(/^variables\[(\d+)\]/.exec(id ?? "")?.[1])];
    return {
      ...(id ? { id } : {}),
      text: variable ? m.common_labelled({ label: variable.label, value: text }) : text,
    };
  });
  const hasFiles = campaign.template?.variables.some(isFile) ?? false;
  const sources = [
    { value: "text", label: m.campaigns_same_text_for_everyone() },
    { value: "contact:name", label: m.campaigns_variables_contact_full_name() },
    { value: "contact:first_name", label: m.campaigns_variables_contact_first_name() },
    { value: "contact:phone", label: m.campaigns_variables_contact_phone_number() },
    ...fields.map((field) => ({
      value: `contact:fields.${field}`,
      label: m.campaigns_variables_contact_label({ field }),
    })),
  ];
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader title={campaign.name} />
      <WizardSteps current="variables" campaign={campaign} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <Card title={m.campaigns_variables_fill_in_variables()}>
          <Form
            method="post"
            noValidate
            {...(hasFiles ? { encType: "multipart/form-data" as const } : {})}
            className="grid gap-6"
            onChange={(event) => previewSoon(event.currentTarget as HTMLFormElement)}
          >
            <ErrorSummary errors={problems} />
            {(campaign.template?.variables ?? []).map((variable, index) => {
              const stored = rowOf(variable, campaign, fields);
              return (
                <VariableRow
                  key={variable.key}
                  variable={variable}
                  name={`variables[${index}]`}
                  source={typed[index]?.source ?? stored.source}
                  text={result ? (typed[index]?.text ?? "") : stored.text}
                  error={fieldError(result, `variables[${index}].text`)}
                  sources={variable.canTrack ? [...sources, trackedLink] : sources}
                />
              );
            })}
            <p className="hint">{m.campaigns_variables_fallback_text()}</p>
            <WizardFooter
              next={
                campaign.kind === "broadcast"
                  ? m.campaigns_variables_next_price_button()
                  : m.campaigns_variables_next_time_next()
              }
              intent="next"
            >
              <UpdatePreview name="intent" value="preview" />
            </WizardFooter>
          </Form>
        </Card>
        <div className="lg:sticky lg:top-24" aria-live="polite">
          <MessagePreview preview={preview} />
        </div>
      </div>
    </div>
  );
}

/** Each recipient gets a unique short address. */
const trackedLink = lazy({
  value: "link",
  label: m.campaigns_variables_tracked_short_link,
});
/** The source of a variable's value; a file is the same for everyone. */
function VariableRow({
  variable: { key, label, kind, sample },
  name,
  source,
  text,
  error,
  sources,
}: {
  variable: { key: string; label: string; kind: string; sample: string };
  name: string;
  source: string;
  text: string;
  error: string | undefined;
  sources: { value: string; label: string }[];
}) {
  const isOfFile = isFile({ kind });
  return (
    <fieldset className="grid gap-3 border-line border-t pt-4 first-of-type:border-0 first-of-type:pt-0">
      <legend className="float-left mb-1 w-full font-semibold">{label}</legend>
      <input type="hidden" name={`${name}.key`} value={key} />
      {isOfFile ? (
        <>
          <input type="hidden" name={`${name}.source`} value="text" />
          <MediaField name={`${name}.text`} label={label} mediaId={text} kind={kind} error={error} />
        </>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={m.common_source()}
            name={`${name}.source`}
            defaultValue={source}
            options={sources}
          />
          <Field
            label={m.campaigns_variables_text_or_fallback()}
            name={`${name}.text`}
            required
            maxLength={500}
            autoComplete="off"
            defaultValue={text}
            error={error}
            hint={sample ? m.campaigns_variables_for_example_hint({ sample }) : undefined}
          />
        </div>
      )}
    </fieldset>
  );
}

type Preview = Route.ComponentProps["loaderData"]["preview"];

const previewOf = (answer: unknown): Preview | undefined =>
  typeof answer === "object" && answer !== null && "preview" in answer
    ? (answer.preview as Preview)
    : undefined;

export { ScreenError as ErrorBoundary };
