import { useState } from "react";
import { useFetcher } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { ConditionsFields } from "#app/routes/contacts/conditionsFields.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { problemsOf } from "#app/web/fields.ts";
import { useDebounced } from "#app/web/useDebounced.ts";
import { m } from "#messages";
import type { action } from "./audience.tsx";
import type { Counted, Drafts } from "./audienceAction.server.ts";
import { AudienceFields } from "./audienceFields.tsx";
import { NoRecipients } from "./noRecipients.tsx";
import { AudienceLines } from "./quoteCard.tsx";
import { WizardFooter } from "./wizardSteps.tsx";

type Campaign = CallOutput<"GET /campaigns/:campaignId">;
type Answer = Awaited<ReturnType<typeof action>>;

interface Props {
  campaign: Campaign;
  choices: CallOutput<"GET /campaigns/choices">;
  conditionChoices: CallOutput<"GET /conditions/choices">;
  /** The draft's current values. */
  stored: Drafts;
  counted: Counted | null;
  isManager: boolean;
  answer: unknown;
}

/** The action's data, when it is for this form. */
const partOf = <Name extends string, Value>(answer: unknown, name: Name): Value | undefined =>
  typeof answer === "object" && answer !== null && name in answer
    ? ((answer as Record<Name, Value>)[name] as Value)
    : undefined;

/** The kind and tag of the count: the newest counted, else the draft's. */
function chosenOf({ audience }: Campaign, ...answers: unknown[]): { kind: string; tag: string } {
  for (const answer of answers) {
    const chosen = partOf<"chosen", { kind: string; tag?: string }>(answer, "chosen");
    if (chosen) return { kind: chosen.kind, tag: chosen.tag ?? "" };
  }
  return { kind: audience.kind, tag: audience.kind === "tag" ? audience.tag : "" };
}

/** The audience with its size and price: by a button, and live with script. */
export function AudienceForm(props: Props) {
  const { campaign, choices, conditionChoices, stored, counted, isManager, answer } = props;
  const result = partOf<"result", Parameters<typeof problemsOf>[0]>(answer, "result");
  const drafts = partOf<"drafts", Drafts>(answer, "drafts") ?? stored;
  const fetcher = useFetcher<Answer>();
  const count = useNewestCount({ fetched: fetcher.data, answer, counted });
  const countLater = useDebounced((form: HTMLFormElement) => {
    const typed = new FormData(form);
    typed.set("intent", "count");
    void fetcher.submit(typed, { method: "post" });
  }, 400);
  const countSoon = (form: HTMLFormElement) => {
    count.expire();
    countLater(form);
  };
  const { audience } = campaign;
  const shown = count.isExpired ? null : count.counted;
  return (
    <Form
      method="post"
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]"
      onChange={(event) => countSoon(event.currentTarget as HTMLFormElement)}
    >
      <Card title={m.campaigns_audience()}>
        <div className="grid gap-5">
          <ErrorSummary errors={problemsOf(result)} />
          {campaign.template?.category === "MARKETING" && (
            <Notice tone="info" title={m.campaigns_audience_marketing()}>
              {m.campaigns_audience_marketing_notice()}
            </Notice>
          )}
          {/* Enter presses the first button. */}
          <Button className="sr-only" tabIndex={-1} name="intent" value="count" aria-hidden="true">
            {m.campaigns_audience_count_button()}
          </Button>
          <AudienceFields
            choices={choices}
            chosen={{
              kind: audience.kind === "none" ? "all" : audience.kind,
              tag: audience.kind === "tag" ? audience.tag : "",
              numbers: audience.kind === "numbers" ? audience.numbers.join("\n") : "",
            }}
            result={result}
            conditions={{
              label: m.campaigns_contacts_matching_conditions(),
              hint: m.campaigns_audience_conditions_hint(),
              fields: <Conditions drafts={drafts} choices={conditionChoices} />,
            }}
          />
          {shown?.audience.recipients === 0 && (
            <NoRecipients
              audience={shown.audience}
              campaignId={campaign.id}
              chosen={{
                ...chosenOf(campaign, fetcher.data, answer),
                meant: (partOf<"drafts", Drafts>(fetcher.data, "drafts") ?? drafts).meant,
              }}
              isManager={isManager}
            />
          )}
          <WizardFooter next={m.common_next()} intent="next" />
        </div>
      </Card>
      <div className="lg:sticky lg:top-24" aria-live="polite">
        <CountCard {...count} />
      </div>
    </Form>
  );
}

function Conditions({ drafts, choices }: { drafts: Drafts; choices: Props["conditionChoices"] }) {
  return (
    <div className="grid gap-6">
      <section className="grid gap-3">
        <h3>{m.campaigns_audience_include_heading()}</h3>
        <ConditionsFields
          draft={drafts.meant}
          choices={choices}
          problems={drafts.problems?.meant}
          withSegments
        />
      </section>
      <section className="grid gap-3" id="not-conditions">
        <h3>{m.campaigns_audience_exclude_heading()}</h3>
        <ConditionsFields
          draft={drafts.not}
          choices={choices}
          problems={drafts.problems?.not}
          prefix="not-"
          withSegments
        />
      </section>
    </div>
  );
}

/**
 * The latest count: from the page, a response to the form, or the background. Null when the choice is not
 * complete. `expire` marks the choice as changed since.
 */
function useNewestCount(came: { fetched: unknown; answer: unknown; counted: Counted | null }) {
  const countIn = (answer: unknown) => partOf<"counted", Counted | null>(answer, "counted") ?? null;
  const [last, setLast] = useState({
    ...came,
    shown: came.answer === undefined ? came.counted : countIn(came.answer),
    isExpired: false,
  });
  // React Router clears action data on every revalidation, so their absence means nothing.
  const isNew = (name: "fetched" | "answer") => came[name] !== last[name] && came[name] !== undefined;
  const source = isNew("fetched") ? "fetched" : isNew("answer") ? "answer" : undefined;
  if (came.fetched !== last.fetched || came.answer !== last.answer)
    setLast(source ? { ...came, shown: countIn(came[source]), isExpired: false } : { ...last, ...came });
  return {
    counted: last.shown,
    isExpired: last.isExpired,
    expire: () => setLast((was) => ({ ...was, isExpired: true })),
  };
}

/** The audience's size, the excluded contacts and the price; empty while counting. */
function CountCard({ counted, isExpired }: { counted: Counted | null; isExpired: boolean }) {
  return (
    <Card title={m.campaigns_audience_and_price_title()}>
      {isExpired ? (
        <p className="text-muted">{m.campaigns_audience_counting_text()}</p>
      ) : counted ? (
        <AudienceLines quote={counted} />
      ) : (
        <p className="text-muted">{m.campaigns_audience_incomplete_text()}</p>
      )}
      <p className="mt-4">
        <Button variant="secondary" name="intent" value="count">
          {m.campaigns_audience_update_count_button()}
        </Button>
      </p>
    </Card>
  );
}
