import { Plus } from "lucide-react";
import { href, Link } from "react-router";
import { sessionStatuses } from "#app/domain/flows/words.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { isManager } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/tests";
import { FlowTabs } from "./flowTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Tests of a flow" }];

export async function loader({ context, params: { flowId } }: Route.LoaderArgs) {
  const tests = await orErrorPage(context.get(apiContext)("GET /flows/:flowId/tests", { flowId }));
  return { ...tests, mayManage: isManager(context.get(userContext)) };
}

export default function FlowTests({ loaderData }: Route.ComponentProps) {
  const { flow, tests, failed, steps, mayManage } = loaderData;
  const add = mayManage && (
    <ButtonLink to={href("/flows/:flowId/tests/new", { flowId: flow.id })}>
      <Plus size={18} aria-hidden="true" /> New test
    </ButtonLink>
  );
  const placeOf = (place: string) =>
    place in sessionStatuses
      ? sessionStatuses[place as keyof typeof sessionStatuses].label
      : `Waits at “${steps.find(({ id }) => id === place)?.title ?? place}”`;
  return (
    <>
      <PageHeader
        title={flow.name}
        description="Conversations that are played on the draft, each time you look here and before you publish."
        actions={tests.length > 0 && add}
      />
      <FlowTabs flowId={flow.id} />
      {tests.length > 0 && (
        <p className="mb-3">
          {formatCount(tests.length - failed)} of {countOf(tests.length, "test")} passed.
        </p>
      )}
      <DataTable
        caption="Tests"
        rows={tests}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No tests yet" action={add}>
            Write down what a customer says and where it has to lead, or keep a talk with the simulator.
          </EmptyState>
        }
        columns={[
          { header: "Name", cell: ({ name }) => name },
          { header: "The customer writes", cell: ({ inputs }) => inputs.join(" · ") || "Nothing" },
          { header: "Expected", cell: ({ expects }) => placeOf(expects) },
          {
            header: "Result",
            cell: ({ passed, cameTo, expects, differences }) => (
              <>
                <Badge tone={passed ? "good" : "bad"}>{passed ? "Passed" : "Failed"}</Badge>
                {cameTo !== expects && <span className="hint block">{placeOf(cameTo)}</span>}
                {differences.map(({ name, got }) => (
                  <span key={name} className="hint block">
                    {name} is “{got}”
                  </span>
                ))}
              </>
            ),
          },
          ...(mayManage
            ? [
                {
                  header: "Delete",
                  plain: "hidden" as const,
                  cell: ({ id, name }: (typeof tests)[number]) => (
                    <Link
                      className="link"
                      to={href("/flows/:flowId/tests/:testId/delete", { flowId: flow.id, testId: id })}
                    >
                      Delete<span className="sr-only"> {name}</span>
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
