import { href, Outlet, redirect } from "react-router";
import { z } from "zod";
import { campaignStatus } from "#app/domain/messaging/campaigns/schemas.ts";
import { campaignStatuses } from "#app/domain/messaging/campaigns/words.ts";
import { isManager } from "#app/platform/roles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { useAuth } from "#app/web/auth.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { useIsCovered } from "#app/web/useIsCovered.ts";
import type { Route } from "./+types/list";
import { CampaignList } from "./campaignList.tsx";

const schema = z.object({
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
  status: campaignStatus.optional().catch(undefined),
  search: z.string().trim().max(100).catch(""),
});

export const meta: Route.MetaFunction = () => [{ title: "Campaigns – Message Center" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.get("tab") === "contacts") throw redirect(href("/contacts"));
  const query = schema.parse(Object.fromEntries(searchParams));
  const list = await orErrorPage(context.get(apiContext)("GET /campaigns", { ...query, kind: "campaign" }));
  return { ...list, query };
}

/** The campaigns, behind the window of a new one too. */
export default function Campaigns({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div inert={useIsCovered()}>
        <Found {...loaderData} />
      </div>
      <Outlet />
    </>
  );
}

function Found({ campaigns, pages, query }: Route.ComponentProps["loaderData"]) {
  const mayAct = isManager(useAuth().user);
  const filtered = query.search !== "" || query.status !== undefined;
  if (campaigns.length === 0 && !filtered)
    return (
      <EmptyState
        art="campaigns"
        title="No campaigns yet"
        action={mayAct && <ButtonLink to={href("/messaging/campaigns/new")}>New Campaign</ButtonLink>}
      >
        Choose a template, choose who gets it, see the price and send. You see each message being delivered.
      </EmptyState>
    );
  return (
    <>
      <FilterBar
        search={{ name: "search", value: query.search, placeholder: "Name or template" }}
        choices={[
          {
            name: "status",
            label: "Status",
            value: query.status ?? "",
            options: [
              { value: "", label: "All" },
              ...campaignStatuses.map((status) => ({
                value: status,
                label: status[0]!.toUpperCase() + status.slice(1),
              })),
            ],
          },
        ]}
        clear={filtered && href("/messaging")}
      />
      {campaigns.length === 0 ? (
        <EmptyState
          art="campaigns"
          title="No campaign matches"
          action={
            <ButtonLink variant="secondary" to={href("/messaging")}>
              Show all
            </ButtonLink>
          }
        />
      ) : (
        <CampaignList caption="Campaigns" campaigns={campaigns} />
      )}
      <Pagination page={query.page} pages={pages} />
    </>
  );
}

export { ScreenError as ErrorBoundary };
