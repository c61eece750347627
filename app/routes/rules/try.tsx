import { actionWords } from "#app/domain/integrations/rules/words.ts";
import { countOf } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/try";
import { RuleTabs } from "./ruleTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Dry run of a rule" }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /rules/:ruleId/try", params));

export default function TryRule({ loaderData: { rule, tried } }: Route.ComponentProps) {
  const would = tried.filter(({ runs }) => runs).length;
  return (
    <>
      <PageHeader
        title={rule.name}
        description={`It would have run for ${would} of ${countOf(tried.length, "event")} of the last 30 days. Nothing is sent here.`}
      />
      <RuleTabs ruleId={rule.id} />
      <DataTable
        caption="Dry run"
        rows={tried}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No such event yet">
            Nothing of this kind has happened in the last 30 days.
          </EmptyState>
        }
        columns={[
          { header: "When", cell: ({ at }) => <Time value={at} /> },
          { header: "Contact", className: "wrap-anywhere", cell: ({ contact }) => contact },
          {
            header: "Would run",
            cell: ({ runs }) => (runs ? <Badge tone="good">Yes</Badge> : <Badge>No</Badge>),
          },
          {
            header: "What it would do",
            className: "wrap-anywhere",
            cell: ({ runs, steps }) =>
              runs && (
                <ul>
                  {steps.map(({ kind, detail }) => (
                    <li key={kind}>
                      {actionWords[kind]}
                      {detail && `: ${detail}`}
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
