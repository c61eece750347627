import { href, Link, redirect } from "react-router";
import { z } from "zod";
import type { ApiClient, CallOutput } from "#app/api/client.server.ts";
import { stepId } from "#app/domain/flows/schemas.ts";
import { stepKinds } from "#app/domain/flows/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { FlowMap } from "./flowMap.tsx";
import { FlowTabs } from "./flowTabs.tsx";
import { FlowBadge } from "./list.tsx";
import { Simulator } from "./simulator.tsx";
import { stepDetails } from "./stepDetails.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("say"),
    message: z.string({ error: () => m.flows_show_message_required() }).max(1000),
  }),
  z.object({ intent: z.literal("restart") }),
  z.object({ intent: z.literal("up"), stepId }),
  z.object({ intent: z.literal("down"), stepId }),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData.flow.name }];

export async function loader({ context, params: { flowId } }: Route.LoaderArgs) {
  const flow = await pageApi(context)("GET /flows/:flowId", { flowId });
  return { ...flow, mayManage: may(context.get(userContext), "flows.manage") };
}

async function decide(api: ApiClient, flowId: string, value: z.output<typeof schema>): Promise<string> {
  switch (value.intent) {
    case "say":
      await api("POST /flows/:flowId/trial", { flowId, ...value });
      return "";
    case "restart":
      await api("POST /flows/:flowId/trial", { flowId, intent: "restart", message: "" });
      return m.flows_show_simulator_restarted();
    case "up":
    case "down":
      await api("POST /flows/:flowId/steps/:stepId/move", {
        ...{ flowId, stepId: value.stepId, direction: value.intent },
      });
      return m.flows_show_step_moved();
  }
}

export const action = formAction(schema, async ({ value, api }, { params: { flowId } }: Route.ActionArgs) => {
  const text = await decide(api, flowId, value);
  const here = href("/flows/:flowId", { flowId });
  return text === "" ? redirect(here) : done(here, text);
});

export default function Flow({ loaderData, actionData }: Route.ComponentProps) {
  const { flow, problems, mayManage } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const flowId = flow.id;
  return (
    <>
      <PageHeader
        title={flow.name}
        description={<FlowBadge {...flow} />}
        actions={
          mayManage && (
            <>
              <ButtonLink to={href("/flows/:flowId/publish", { flowId })}>{m.common_publish()}</ButtonLink>
              <ButtonLink variant="secondary" to={href("/flows/:flowId/edit", { flowId })}>
                {m.flows_show_trigger_and_timeout_link()}
              </ButtonLink>
              <ButtonLink variant="danger-quiet" to={href("/flows/:flowId/delete", { flowId })}>
                {m.common_delete()}
              </ButtonLink>
            </>
          )
        }
      />
      <FlowTabs flowId={flowId} />
      <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(result)} />
      {problems.length > 0 && <Problems {...loaderData} />}
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        {loaderData.map.length > 0 && <FlowMap {...loaderData} />}
        <Outline {...loaderData} />
        <Simulator {...loaderData} result={result} />
      </div>
    </>
  );
}

type Shown = CallOutput<"GET /flows/:flowId"> & { mayManage: boolean };

export function Problems({ problems, titles }: Pick<Shown, "problems" | "titles">) {
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title={m.flows_show_problems_title({
          problems: counted(m.counts_problems, problems.length),
        })}
      >
        <ul>
          {problems.map(({ stepId: id, text }) => (
            <li key={`${id}${text}`}>
              {id && (
                <strong className="wrap-anywhere">
                  {titles[id]}
                  {m.common_colon()}{" "}
                </strong>
              )}
              {text}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function Outline({ flow, titles, mayManage }: Shown) {
  const { id: flowId, steps } = flow;
  const add = mayManage && (
    <ButtonLink variant="secondary" to={href("/flows/:flowId/steps/new", { flowId })}>
      <Icon name="plus" size={18} /> {m.flows_add_step()}
    </ButtonLink>
  );
  return (
    <Card title={m.flows_outline()} className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
      {steps.length === 0 ? (
        <EmptyState title={m.flows_show_no_steps_yet_title()} action={add}>
          {m.flows_show_empty()}
        </EmptyState>
      ) : (
        <>
          <ol className="mb-4 divide-y divide-line">
            {steps.map((step, index) => (
              <li key={step.id} className="scroll-mt-20 py-3 target:bg-brand-soft" id={step.id}>
                <p className="hint">
                  {index + 1}. {stepKinds[step.kind].label}
                </p>
                <p className="font-semibold wrap-anywhere" lang={flow.language}>
                  {titles[step.id] || stepKinds[step.kind].label}
                </p>
                {stepDetails(step, steps).map((line) => (
                  <p key={line} className="hint wrap-anywhere">
                    {line}
                  </p>
                ))}
                {mayManage && (
                  <StepActions
                    {...{ flowId, stepId: step.id, isFirst: index === 0, isLast: index === steps.length - 1 }}
                    name={m.flows_show_unnamed_step({ count: index + 1 })}
                  />
                )}
              </li>
            ))}
          </ol>
          {add}
        </>
      )}
    </Card>
  );
}

function StepActions({
  flowId,
  stepId: id,
  name,
  isFirst,
  isLast,
}: {
  flowId: string;
  stepId: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
}) {
  return (
    <Form method="post" className="mt-1 flex flex-wrap items-center gap-3">
      <input type="hidden" name="stepId" value={id} />
      <Link className="link min-h-control" to={href("/flows/:flowId/steps/:stepId", { flowId, stepId: id })}>
        {m.common_edit()}
        <span className="sr-only"> {name}</span>
      </Link>
      <Link className="link min-h-control" to={`${href("/flows/:flowId/steps/new", { flowId })}?after=${id}`}>
        {m.flows_show_add_below_link()}
        <span className="sr-only"> {name}</span>
      </Link>
      {!isFirst && (
        <button
          type="submit"
          className="icon-button"
          name="intent"
          value="up"
          aria-label={m.flows_show_move_up({ name })}
        >
          <Icon name="arrow-up" size={18} />
        </button>
      )}
      {!isLast && (
        <button
          type="submit"
          className="icon-button"
          name="intent"
          value="down"
          aria-label={m.flows_show_move_down({ name })}
        >
          <Icon name="arrow-down" size={18} />
        </button>
      )}
      <Link
        className="link link-danger ml-auto min-h-control"
        to={href("/flows/:flowId/steps/:stepId/delete", { flowId, stepId: id })}
      >
        {m.common_remove()}
        <span className="sr-only"> {name}</span>
      </Link>
    </Form>
  );
}
