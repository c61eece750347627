import { href, Link } from "react-router";
import { sessionStatuses } from "#app/domain/flows/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/tests";
import { FlowTabs } from "./flowTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.flows_tests_of_a_flow() }];

export async function loader({ context, params: { flowId } }: Route.LoaderArgs) {
  const tests = await orThrowPage(context.get(apiContext)("GET /flows/:flowId/tests", { flowId }));
  return { ...tests, mayManage: may(context.get(userContext), "flows.manage") };
}

export default function FlowTests({ loaderData }: Route.ComponentProps) {
  const { flow, tests, failed, steps, mayManage } = loaderData;
  const add = mayManage && (
    <ButtonLink to={href("/flows/:flowId/tests/new", { flowId: flow.id })}>
      <Icon name="plus" size={18} /> {m.flows_new_test()}
    </ButtonLink>
  );
  const placeOf = (place: string) =>
    place in sessionStatuses
      ? sessionStatuses[place as keyof typeof sessionStatuses].label
      : m.flows_waits_at({ title: steps.find(({ id }) => id === place)?.title ?? place });
  return (
    <>
      <PageHeader
        title={flow.name}
        description={m.flows_conversations_that_are_played_on_the()}
        actions={tests.length > 0 && add}
      />
      <FlowTabs flowId={flow.id} />
      {tests.length > 0 && (
        <p className="mb-3">
          {m.flows_of_passed({
            count: formatCount(tests.length - failed),
            tests: counted(m.counts_tests, tests.length),
          })}
        </p>
      )}
      <DataTable
        caption={m.flows_tests()}
        rows={tests}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={m.flows_no_tests_yet()} action={add}>
            {m.flows_write_down_what_a_customer_says()}
          </EmptyState>
        }
        columns={[
          { header: m.common_name(), cell: ({ name }) => name },
          {
            header: m.flows_the_customer_writes(),
            cell: ({ inputs }) => inputs.join(" · ") || m.flows_nothing(),
          },
          { header: m.flows_expected(), cell: ({ expects }) => placeOf(expects) },
          {
            header: m.flows_result(),
            cell: ({ passed, cameTo, expects, differences }) => (
              <>
                <Passed passed={passed} />
                {cameTo !== expects && <span className="hint block">{placeOf(cameTo)}</span>}
                {differences.map(({ name, got }) => (
                  <span key={name} className="hint block">
                    {m.flows_got({ name, got })}
                  </span>
                ))}
              </>
            ),
          },
          ...(mayManage
            ? [
                {
                  header: m.common_delete(),
                  plain: "hidden" as const,
                  cell: ({ id, name }: (typeof tests)[number]) => (
                    <Link
                      className="link"
                      to={href("/flows/:flowId/tests/:testId/delete", { flowId: flow.id, testId: id })}
                    >
                      {m.common_delete()}
                      <span className="sr-only"> {name}</span>
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

const Passed = ({ passed }: { passed: boolean }) => (
  <Badge tone={passed ? "good" : "bad"}>{passed ? m.flows_passed() : m.flows_test_failed()}</Badge>
);

export { ScreenError as ErrorBoundary };
