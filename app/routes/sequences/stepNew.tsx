import { href, Link } from "react-router";
import { sequenceStepForm } from "#app/domain/sequences/schemas.ts";
import { sequenceStepKindNames, sequenceStepKinds } from "#app/domain/sequences/words.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/stepNew";
import { StepForm } from "./stepForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.flows_add_step() }];

/** The kind in the address, and the step before the new one. */
function readQuery(request: Request) {
  const { searchParams } = new URL(request.url);
  const kind = searchParams.get("kind");
  return {
    kind: sequenceStepKindNames.find((name) => name === kind) ?? null,
    after: searchParams.get("after")?.slice(0, 20) ?? "",
  };
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const form = await orThrowPage(context.get(apiContext)("GET /sequences/:sequenceId/form", params));
  return { form, ...readQuery(request) };
}

export const action = formAction(
  sequenceStepForm,
  async ({ value, api, request }, { params: { sequenceId } }: Route.ActionArgs) => {
    const { after } = readQuery(request);
    await api("POST /sequences/:sequenceId/steps", { ...value, sequenceId, after });
    return done(href("/sequences/:sequenceId", { sequenceId }), m.flows_step_new_step_added_done());
  },
);

export default function NewStep({ loaderData, actionData }: Route.ComponentProps) {
  const { form, kind, after } = loaderData;
  const answer = useLastAnswer(actionData);
  if (kind === null) return <Kinds sequenceId={form.sequence.id} after={after} />;
  return (
    <>
      <PageHeader title={sequenceStepKinds[kind].label} description={form.sequence.name} />
      <Card>
        <StepForm
          kind={kind}
          values={{}}
          form={form}
          {...(after && { stepId: after })}
          result={answer?.result}
          submitLabel={m.flows_step_new_add_step_button()}
        />
      </Card>
    </>
  );
}

function Kinds({ sequenceId, after }: { sequenceId: string; after: string }) {
  const addressOf = (kind: string) =>
    `${href("/sequences/:sequenceId/steps/new", { sequenceId })}?${new URLSearchParams({ kind, ...(after && { after }) })}`;
  return (
    <>
      <PageHeader title={m.flows_add_step()} />
      <Card>
        <ul className="grid gap-3 sm:grid-cols-2">
          {sequenceStepKindNames.map((kind) => (
            <li key={kind}>
              <Link className="link inline-flex min-h-control items-center" to={addressOf(kind)}>
                {sequenceStepKinds[kind].label}
              </Link>
              <span className="hint block">{sequenceStepKinds[kind].hint}</span>
            </li>
          ))}
        </ul>
        <p className="mt-4">
          <Link
            className="link inline-flex min-h-control items-center"
            to={href("/sequences/:sequenceId", { sequenceId })}
          >
            {m.sequences_back()}
          </Link>
        </p>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
