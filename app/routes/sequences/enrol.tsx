import { href, Form as QueryForm } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { type EnrolmentAudience, enrolmentAudience, enrolmentStart } from "#app/domain/sequences/schemas.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { smsWords } from "#app/routes/campaigns/smsWords.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/enrol";

export const meta: Route.MetaFunction = () => [{ title: m.sequences_enrol() }];

export async function loader({ request, context, params: { sequenceId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { searchParams } = new URL(request.url);
  const form = await orThrowPage(api("GET /sequences/:sequenceId/audience", { sequenceId }));
  const query = enrolmentAudience.safeParse(Object.fromEntries(searchParams));
  const isChosen = query.success && searchParams.has("to") && namedBy(query.data) !== "";
  const lacksAnchor = isChosen && form.needsAnchor && query.data.anchor === "";
  const chosen = query.success ? query.data : enrolmentAudience.parse({});
  const quote =
    isChosen && !lacksAnchor && form.sequence.state === "on"
      ? await orThrowPage(api("GET /sequences/:sequenceId/quote", { ...chosen, sequenceId }))
      : null;
  return { ...form, chosen, quote, lacksAnchor, submission: crypto.randomUUID() };
}

/** What an audience is named by; empty: nothing chosen yet. */
function namedBy({ to, tag, segmentId, chosen = "" }: EnrolmentAudience): string {
  if (to === "all") return to;
  if (to === "tag") return tag;
  return to === "segment" ? segmentId : chosen;
}

export const action = formAction(
  enrolmentStart,
  async ({ value, api }, { params: { sequenceId } }: Route.ActionArgs) => {
    await api("POST /sequences/:sequenceId/audience", { ...value, sequenceId });
    return done(href("/sequences/:sequenceId", { sequenceId }), m.sequences_enrol_done());
  },
);

export default function Enrol({ loaderData, actionData }: Route.ComponentProps) {
  const { sequence, quote } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={m.sequences_enrol()} description={sequence.name} />
      <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(result)} />
      {sequence.state === "on" ? (
        <div className="grid max-w-2xl gap-6">
          <Audience {...loaderData} />
          {quote && <Quote {...loaderData} quote={quote} />}
        </div>
      ) : (
        <Notice tone="warn" title={m.errors_sequence_not_on()} />
      )}
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function Audience({ chosen, tags, segments, needsAnchor, usesAnchor, lacksAnchor }: Loaded) {
  return (
    <Card>
      <QueryForm method="get" className="grid gap-5">
        {chosen.to === "chosen" ? <Picked ids={chosen.chosen} /> : <Named {...{ chosen, tags, segments }} />}
        {usesAnchor && (
          <Field
            name="anchor"
            type="date"
            label={m.sequences_anchor()}
            hint={m.sequences_anchor_hint()}
            defaultValue={chosen.anchor}
            required={needsAnchor}
            error={lacksAnchor ? m.errors_sequence_needs_anchor() : undefined}
          />
        )}
        <p>
          <Button variant="secondary">{m.sequences_quote_button()}</Button>
        </p>
      </QueryForm>
    </Card>
  );
}

/** Contacts that were picked in their list. */
const Picked = ({ ids }: { ids: string }) => (
  <>
    <p>{counted(m.counts_contacts, ids.split(",").length)}</p>
    <input type="hidden" name="to" value="chosen" />
    <input type="hidden" name="chosen" value={ids} />
  </>
);

function Named({ chosen, tags, segments }: Pick<Loaded, "chosen" | "tags" | "segments">) {
  const unset = { value: "", label: m.common_choose() };
  return (
    <div className="group/audience grid gap-5">
      <RadioGroupField
        name="to"
        label={m.sequences_audience()}
        defaultValue={chosen.to}
        options={[
          { value: "tag", label: m.common_tag() },
          { value: "segment", label: m.common_segment() },
          { value: "all", label: m.sequences_audience_all() },
        ]}
      />
      <SelectField
        name="tag"
        label={m.common_tag()}
        defaultValue={chosen.tag}
        options={[unset, ...tags.map((tag) => ({ value: tag, label: tag }))]}
        className="group-not-has-[input[value=tag]:checked]/audience:hidden"
      />
      <SelectField
        name="segmentId"
        label={m.common_segment()}
        defaultValue={chosen.segmentId}
        options={[unset, ...segments.map(({ id, name }) => ({ value: id, label: name }))]}
        className="group-not-has-[input[value=segment]:checked]/audience:hidden"
      />
    </div>
  );
}

type Quoted = CallOutput<"GET /sequences/:sequenceId/quote">;

function Quote({ sequence, chosen, quote, submission }: Omit<Loaded, "quote"> & { quote: Quoted }) {
  return (
    <Card title={m.sequences_quote()}>
      <DescriptionList
        items={[
          { term: m.common_people(), value: formatCount(quote.people) },
          { term: m.sequences_quote_left_out(), value: formatCount(quote.leftOut) },
          { term: m.sequences_quote_messages(), value: formatCount(quote.messagesEach) },
          ...(quote.sms && quote.sms.partCents > 0
            ? [{ term: m.campaigns_quote_sms_term(), value: <Money cents={quote.sms.addsCents} /> }]
            : []),
          { term: m.sequences_quote_most(), value: <Money cents={quote.totalCents} /> },
          { term: m.common_wallet(), value: <Money cents={quote.walletCents} /> },
        ]}
      />
      {quote.sms && <p className="mt-3">{smsWords(quote.sms)}</p>}
      {quote.missingCents > 0 && (
        <Notice tone="warn" title={m.sequences_quote_missing_title()}>
          {m.sequences_quote_missing()}
        </Notice>
      )}
      <Form method="post" className="mt-4 grid gap-5">
        {Object.entries(chosen).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="people" value={quote.people} />
        <input type="hidden" name="totalCents" value={quote.totalCents} />
        <input type="hidden" name="key" value={submission} />
        <FormActions
          submitLabel={m.sequences_enrol_button()}
          cancelTo={href("/sequences/:sequenceId", { sequenceId: sequence.id })}
        />
      </Form>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
