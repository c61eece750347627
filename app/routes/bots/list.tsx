import { Plus } from "lucide-react";
import { href } from "react-router";
import { botStatuses } from "#app/domain/bots/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { isManager } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: "Bots" }];

export async function loader({ context }: Route.LoaderArgs) {
  const { bots } = await orErrorPage(context.get(apiContext)("GET /bots", {}));
  return { bots, mayManage: isManager(context.get(userContext)) };
}

/** Whom a bot answers, in words. */
const audienceOf = ({ number, label }: { number: string | null; label: string | null }) =>
  [number ?? "Every number", label ? `contacts with “${label}”` : "every contact"].join(", ");

export default function Bots({ loaderData: { bots, mayManage } }: Route.ComponentProps) {
  const create = mayManage && (
    <ButtonLink to={href("/bots/new")}>
      <Plus size={18} aria-hidden="true" /> New bot
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Bots"
        description="They answer customers from your own words, in English, Swahili and French, and hand over to you."
        actions={bots.length > 0 && create}
      />
      <DataTable
        caption="Bots"
        rows={bots}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/bots/:botId", { botId: id })}
        empty={
          <EmptyState title="No bots yet" action={create}>
            Write down what customers ask you every day. A bot answers it at any hour, and gives everything
            else to your team.
          </EmptyState>
        }
        columns={[
          { header: "Name", cell: ({ name }) => name },
          { header: "Answers", cell: audienceOf },
          {
            header: "Status",
            cell: ({ status }) => <Badge tone={botStatuses[status].tone}>{botStatuses[status].label}</Badge>,
          },
          { header: "Entries", number: true, cell: ({ entries }) => formatCount(entries) },
          { header: "Turns in 24 hours", number: true, cell: ({ turnsToday }) => formatCount(turnsToday) },
        ]}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
