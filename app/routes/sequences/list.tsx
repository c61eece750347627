import { href } from "react-router";
import { sequenceStates } from "#app/domain/sequences/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
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
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: m.sequences_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { sequences } = await orThrowPage(context.get(apiContext)("GET /sequences", {}));
  return { sequences, mayManage: may(context.get(userContext), "flows.manage") };
}

export default function Sequences({ loaderData: { sequences, mayManage } }: Route.ComponentProps) {
  const create = mayManage && (
    <ButtonLink to={href("/sequences/new")}>
      <Icon name="plus" size={18} /> {m.sequences_new()}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={m.sequences_title()}
        description={m.sequences_list_lead()}
        actions={sequences.length > 0 && create}
      />
      <DataTable
        caption={m.sequences_title()}
        rows={sequences}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/sequences/:sequenceId", { sequenceId: id })}
        empty={
          <EmptyState title={m.sequences_list_empty_title()} action={create}>
            {m.sequences_list_empty()}
          </EmptyState>
        }
        columns={[
          { header: m.common_name(), cell: ({ name }) => name },
          {
            header: m.common_status(),
            cell: ({ state }) => (
              <Badge tone={sequenceStates[state].tone}>{sequenceStates[state].label}</Badge>
            ),
          },
          { header: m.common_steps(), number: true, cell: ({ steps }) => formatCount(steps) },
          { header: m.sequences_list_open(), number: true, cell: ({ open }) => formatCount(open) },
        ]}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
