import { href, redirect } from "react-router";
import { z } from "zod";
import { campaignStatus } from "#app/domain/messaging/campaigns/schemas.ts";
import { campaignStatuses } from "#app/domain/messaging/campaigns/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { CampaignList } from "./campaignList.tsx";
import { campaignStatusWord } from "./campaignStatus.tsx";

const schema = z.object({
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
  status: campaignStatus.optional().catch(undefined),
  search: z.string().trim().max(100).catch(""),
});

export const meta: Route.MetaFunction = () => [{ title: m.campaigns_list_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.get("tab") === "contacts") throw redirect(href("/contacts"));
  const query = schema.parse(Object.fromEntries(searchParams));
  const list = await pageApi(context)("GET /campaigns", { ...query, kind: "campaign" });
  return { ...list, query, mayAct: may(context.get(userContext), "campaigns.manage") };
}

export default function Campaigns({ loaderData }: Route.ComponentProps) {
  const { campaigns, pages, query, mayAct } = loaderData;
  const filtered = query.search !== "" || query.status !== undefined;
  if (campaigns.length === 0 && !filtered)
    return (
      <EmptyState
        art="campaigns"
        title={m.campaigns_list_no_campaigns_yet_title()}
        action={
          mayAct && (
            <ButtonLink to={href("/messaging/campaigns/new")}>{m.campaigns_new_campaign()}</ButtonLink>
          )
        }
      >
        {m.campaigns_list_empty_text()}
      </EmptyState>
    );
  return (
    <>
      <FilterBar
        search={{ name: "search", value: query.search, placeholder: m.campaigns_list_name_or_template() }}
        choices={[
          {
            name: "status",
            label: m.common_status(),
            value: query.status ?? "",
            options: [
              { value: "", label: m.common_all() },
              ...campaignStatuses.map((status) => ({
                value: status,
                label: campaignStatusWord(status),
              })),
            ],
          },
        ]}
        clear={filtered && href("/messaging")}
      />
      {campaigns.length === 0 ? (
        <EmptyState
          art="campaigns"
          title={m.campaigns_list_no_campaigns_match_title()}
          action={
            <ButtonLink variant="secondary" to={href("/messaging")}>
              {m.campaigns_list_show_all_link()}
            </ButtonLink>
          }
        />
      ) : (
        <CampaignList caption={m.common_campaigns()} campaigns={campaigns} />
      )}
      <Pagination page={query.page} pages={pages} />
    </>
  );
}
