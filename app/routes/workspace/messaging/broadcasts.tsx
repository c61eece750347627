import { z } from "zod";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { useAuth } from "#app/ui/auth.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CampaignList } from "#app/ui/messaging/campaignList.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Pagination } from "#app/ui/table.tsx";
import type { Route } from "./+types/broadcasts";

const schema = z.object({ page: z.coerce.number().int().min(1).max(10_000).catch(1) });

export const meta: Route.MetaFunction = () => [{ title: "Broadcast History – Message Center" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { page } = schema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const list = await orErrorPage(context.get(apiContext)("GET /campaigns", { page, kind: "broadcast" }));
  return { ...list, page };
}

export default function Broadcasts({ loaderData: { campaigns, page, pages } }: Route.ComponentProps) {
  const mayAct = useAuth().user?.role !== "agent";
  if (campaigns.length === 0)
    return (
      <EmptyState
        title="No broadcasts yet"
        action={mayAct && <ButtonLink to="/messaging/broadcasts/new">Quick Broadcast</ButtonLink>}
      >
        A quick broadcast is the short way: a template, an audience, the price, and it is sent.
      </EmptyState>
    );
  return (
    <>
      <CampaignList caption="Broadcasts" campaigns={campaigns} />
      <Pagination page={page} pages={pages} hrefOf={(to) => `/messaging/broadcasts?page=${to}`} />
    </>
  );
}

export { ScreenError as ErrorBoundary };
