import { href } from "react-router";
import { z } from "zod";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/broadcasts";
import { CampaignList } from "./campaignList.tsx";

const schema = z.object({ page: z.coerce.number().int().min(1).max(10_000).catch(1) });

export const meta: Route.MetaFunction = () => [{ title: m.campaigns_broadcasts_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { page } = schema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const list = await pageApi(context)("GET /campaigns", { page, kind: "broadcast" });
  return { ...list, page, mayAct: may(context.get(userContext), "campaigns.manage") };
}

export default function Broadcasts({ loaderData }: Route.ComponentProps) {
  const { campaigns, page, pages, mayAct } = loaderData;
  if (campaigns.length === 0)
    return (
      <EmptyState
        art="campaigns"
        title={m.campaigns_broadcasts_no_broadcasts_yet()}
        action={
          mayAct && (
            <ButtonLink to={href("/messaging/broadcasts/new")}>{m.campaigns_quick_broadcast()}</ButtonLink>
          )
        }
      >
        {m.campaigns_broadcasts_empty()}
      </EmptyState>
    );
  return (
    <>
      <CampaignList caption={m.campaigns_broadcasts_caption()} campaigns={campaigns} />
      <Pagination page={page} pages={pages} />
    </>
  );
}
