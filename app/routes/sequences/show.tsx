import { href, Link } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { sequenceStepId } from "#app/domain/sequences/schemas.ts";
import { endWords, sequenceStates, sequenceStepKinds } from "#app/domain/sequences/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { SequenceTabs } from "./sequenceTabs.tsx";
import { stepText } from "./stepText.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["on", "off"]) }),
  z.object({ intent: z.enum(["up", "down"]), stepId: sequenceStepId }),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.sequence.name ?? m.sequences_title() },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const shown = await orThrowPage(context.get(apiContext)("GET /sequences/:sequenceId", params));
  return { ...shown, mayManage: may(context.get(userContext), "flows.manage") };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { sequenceId } }: Route.ActionArgs) => {
    const here = href("/sequences/:sequenceId", { sequenceId });
    if ("stepId" in value) {
      const { stepId, intent: direction } = value;
      await api("POST /sequences/:sequenceId/steps/:stepId/move", { sequenceId, stepId, direction });
      return done(here, m.flows_show_step_moved());
    }
    const isOn = value.intent === "on";
    await api("POST /sequences/:sequenceId/switch", { sequenceId, isOn });
    return done(here, isOn ? m.sequences_on_done() : m.sequences_off_done());
  },
);

type Shown = CallOutput<"GET /sequences/:sequenceId"> & { mayManage: boolean };

export default function Sequence({ loaderData, actionData }: Route.ComponentProps) {
  const { sequence, problems, batches, mayManage } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const { tone, label } = sequenceStates[sequence.state];
  return (
    <>
      <PageHeader
        title={sequence.name}
        description={<Badge tone={tone}>{label}</Badge>}
        actions={mayManage && <Actions {...loaderData} />}
      />
      <SequenceTabs sequenceId={sequence.id} />
      <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(result)} />
      {sequence.state === "on" && sequence.isChanged && (
        <Notice tone="info" title={m.sequences_changed_title()}>
          {m.sequences_changed_text()}
        </Notice>
      )}
      {problems.length > 0 && <Problems {...loaderData} />}
      {batches.map(({ id, people, enrolled }) => (
        <Notice key={id} tone="info" title={m.sequences_enrolling_title()}>
          {m.sequences_enrolling({ enrolled: formatCount(enrolled), people: formatCount(people) })}
        </Notice>
      ))}
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <Steps {...loaderData} />
        <Figures {...loaderData} />
      </div>
    </>
  );
}

function Actions({ sequence: { id: sequenceId, state, isChanged } }: Shown) {
  const isNews = state !== "on" || isChanged;
  return (
    <Form method="post" className="flex flex-wrap gap-3">
      {isNews && (
        <Button name="intent" value="on">
          {state === "on" ? m.sequences_use_changes() : m.common_switch_on()}
        </Button>
      )}
      {state === "on" && (
        <>
          <ButtonLink to={href("/sequences/:sequenceId/enrol", { sequenceId })}>
            {m.sequences_enrol()}
          </ButtonLink>
          <Button name="intent" value="off" variant="secondary">
            {m.common_switch_off()}
          </Button>
        </>
      )}
      <ButtonLink variant="secondary" to={href("/sequences/:sequenceId/edit", { sequenceId })}>
        {m.sequences_settings()}
      </ButtonLink>
      {state !== "on" && (
        <ButtonLink variant="danger-quiet" to={href("/sequences/:sequenceId/delete", { sequenceId })}>
          {m.common_delete()}
        </ButtonLink>
      )}
    </Form>
  );
}

function Problems({ problems, steps }: Shown) {
  const numberOf = (stepId: string) => steps.findIndex(({ id }) => id === stepId) + 1;
  return (
    <Notice tone="warn" title={m.sequences_problems_title()}>
      <ul>
        {problems.map(({ stepId, text }) => (
          <li key={`${stepId}${text}`}>
            {stepId && <strong>{numberOf(stepId)}. </strong>}
            {text}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Steps({ sequence, steps, templates, figures, mayManage }: Shown) {
  const sequenceId = sequence.id;
  const add = mayManage && (
    <ButtonLink variant="secondary" to={href("/sequences/:sequenceId/steps/new", { sequenceId })}>
      <Icon name="plus" size={18} /> {m.flows_add_step()}
    </ButtonLink>
  );
  if (steps.length === 0)
    return (
      <Card title={m.common_steps()}>
        <EmptyState title={m.flows_show_no_steps_yet_title()} action={add}>
          {m.sequences_no_steps()}
        </EmptyState>
      </Card>
    );
  return (
    <Card title={m.common_steps()}>
      <ol className="mb-4 divide-y divide-line">
        {steps.map((step, index) => (
          <li key={step.id} className="py-3">
            <p className="hint">
              {index + 1}. {sequenceStepKinds[step.kind].label}
            </p>
            <p className="font-semibold wrap-anywhere">{stepText(step, steps, templates)}</p>
            <StepFigures figures={figures.steps[step.id]} isSend={step.kind === "send"} />
            {mayManage && (
              <StepActions
                {...{ sequenceId, stepId: step.id, isFirst: index === 0, isLast: index === steps.length - 1 }}
                name={m.flows_show_unnamed_step({ count: index + 1 })}
              />
            )}
          </li>
        ))}
      </ol>
      {add}
    </Card>
  );
}

function StepFigures({
  figures,
  isSend,
}: {
  figures: Shown["figures"]["steps"][string] | undefined;
  isSend: boolean;
}) {
  if (!figures) return null;
  const shown = {
    entered: formatCount(figures.entered),
    here: formatCount(figures.here),
    ended: formatCount(figures.ended),
  };
  return (
    <>
      <p className="hint">{m.sequences_figures_step(shown)}</p>
      {isSend && (
        <p className="hint">
          {m.sequences_figures_sent({
            sent: formatCount(figures.sent),
            delivered: formatCount(figures.delivered),
            read: formatCount(figures.read),
            replied: formatCount(figures.replied),
            failed: formatCount(figures.failed),
            skipped: formatCount(figures.skipped),
          })}
        </p>
      )}
    </>
  );
}

interface StepPlace {
  sequenceId: string;
  stepId: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
}

function StepActions({ sequenceId, stepId, name, isFirst, isLast }: StepPlace) {
  return (
    <Form method="post" className="mt-1 flex flex-wrap items-center gap-3">
      <input type="hidden" name="stepId" value={stepId} />
      <Link
        className="link min-h-control"
        to={href("/sequences/:sequenceId/steps/:stepId", { sequenceId, stepId })}
      >
        {m.common_edit()}
        <span className="sr-only"> {name}</span>
      </Link>
      <Link
        className="link min-h-control"
        to={`${href("/sequences/:sequenceId/steps/new", { sequenceId })}?after=${stepId}`}
      >
        {m.flows_show_add_below_link()}
        <span className="sr-only"> {name}</span>
      </Link>
      {!isFirst && <Move direction="up" label={m.flows_show_move_up({ name })} />}
      {!isLast && <Move direction="down" label={m.flows_show_move_down({ name })} />}
      <Link
        className="link link-danger ml-auto min-h-control"
        to={href("/sequences/:sequenceId/steps/:stepId/delete", { sequenceId, stepId })}
      >
        {m.common_remove()}
        <span className="sr-only"> {name}</span>
      </Link>
    </Form>
  );
}

const Move = ({ direction, label }: { direction: "up" | "down"; label: string }) => (
  <button type="submit" className="icon-button" name="intent" value={direction} aria-label={label}>
    <Icon name={direction === "up" ? "arrow-up" : "arrow-down"} size={18} />
  </button>
);

function Figures({ figures }: Shown) {
  const { enrolled, open, held, ends } = figures;
  return (
    <Card title={m.sequences_figures()}>
      <DescriptionList
        items={[
          { term: m.sequences_figures_enrolled(), value: formatCount(enrolled) },
          { term: m.sequences_list_open(), value: formatCount(open) },
          { term: m.sequences_held(), value: formatCount(held) },
          ...ends.map(({ reason, count }) => ({ term: endWords[reason], value: formatCount(count) })),
        ]}
      />
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
