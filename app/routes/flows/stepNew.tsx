import { href, Link } from "react-router";
import { stepForm } from "#app/domain/flows/schemas.ts";
import { type StepKind, stepKindNames, stepKinds } from "#app/domain/flows/words.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/stepNew";
import { StepForm } from "./stepForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.flows_add_step() }];

/** The kind in the address, and the step before the new one. */
function readQuery(request: Request) {
  const { searchParams } = new URL(request.url);
  const kind = searchParams.get("kind");
  return {
    kind: stepKindNames.find((name) => name === kind) ?? null,
    after: searchParams.get("after")?.slice(0, 20) ?? "",
  };
}

export async function loader({ request, context, params: { flowId } }: Route.LoaderArgs) {
  const choices = await pageApi(context)("GET /flows/:flowId/form", { flowId });
  return { choices, ...readQuery(request) };
}

export const action = formAction(
  stepForm,
  async ({ value, api, request }, { params: { flowId } }: Route.ActionArgs) => {
    const { after } = readQuery(request);
    await api("POST /flows/:flowId/steps", { ...value, flowId, after });
    return done(href("/flows/:flowId", { flowId }), m.flows_step_new_step_added_done());
  },
);

export default function NewStep({ loaderData, actionData }: Route.ComponentProps) {
  const { choices, kind, after } = loaderData;
  const answer = useLastAnswer(actionData);
  if (kind === null) return <Kinds flowId={choices.flow.id} after={after} />;
  return (
    <>
      <PageHeader title={m.flows_step_new_title({ label: inSentence(stepKinds[kind].label) })} />
      <Card>
        <StepForm
          kind={kind}
          values={{}}
          choices={choices}
          result={answer?.result}
          submitLabel={m.flows_step_new_add_step_button()}
        />
      </Card>
    </>
  );
}

function Kinds({ flowId, after }: { flowId: string; after: string }) {
  const addressOf = (kind: StepKind) =>
    `${href("/flows/:flowId/steps/new", { flowId })}?${new URLSearchParams({ kind, ...(after && { after }) })}`;
  return (
    <>
      <PageHeader title={m.flows_add_step()} description={m.flows_step_new_lead()} />
      <Card>
        <ul className="grid gap-3 sm:grid-cols-2">
          {stepKindNames.map((kind) => (
            <li key={kind}>
              <Link className="link inline-flex min-h-control items-center" to={addressOf(kind)}>
                {stepKinds[kind].label}
              </Link>
              <span className="hint block">{stepKinds[kind].hint}</span>
            </li>
          ))}
        </ul>
        <p className="mt-4">
          <Link
            className="link inline-flex min-h-control items-center"
            to={href("/flows/:flowId", { flowId })}
          >
            {m.flows_step_new_back_to_outline_link()}
          </Link>
        </p>
      </Card>
    </>
  );
}
