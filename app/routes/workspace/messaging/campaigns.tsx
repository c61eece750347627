import { redirect, Form as SearchForm } from "react-router";
import { z } from "zod";
import { campaignStatus } from "#app/domain/campaigns/schemas.ts";
import { campaignStatuses } from "#app/domain/campaigns/words.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { useAuth } from "#app/ui/auth.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { CampaignList } from "#app/ui/messaging/campaignList.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Pagination } from "#app/ui/table.tsx";
import type { Route } from "./+types/campaigns";

const schema = z.object({
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
  status: campaignStatus.optional().catch(undefined),
  search: z.string().trim().max(100).catch(""),
});

export const meta: Route.MetaFunction = () => [{ title: "Campaigns – Message Center" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.get("tab") === "contacts") throw redirect("/contacts");
  const query = schema.parse(Object.fromEntries(searchParams));
  const list = await orErrorPage(context.get(apiContext)("GET /campaigns", { ...query, kind: "campaign" }));
  return { ...list, query };
}

export default function Campaigns({ loaderData: { campaigns, pages, query } }: Route.ComponentProps) {
  const mayAct = useAuth().user?.role !== "agent";
  const filtered = query.search !== "" || query.status !== undefined;
  const hrefOf = (page: number) =>
    `/messaging?${new URLSearchParams({ search: query.search, status: query.status ?? "", page: String(page) })}`;
  if (campaigns.length === 0 && !filtered)
    return (
      <EmptyState
        title="No campaigns yet"
        action={mayAct && <ButtonLink to="/messaging/campaigns/new">New Campaign</ButtonLink>}
      >
        Choose a template, choose who gets it, see the price, and send. You watch each message being
        delivered.
      </EmptyState>
    );
  return (
    <>
      <SearchForm className="mb-4 flex flex-wrap items-end gap-3">
        <Field
          className="flex-1 basis-52"
          label="Search"
          name="search"
          type="search"
          defaultValue={query.search}
          placeholder="Name or template"
        />
        <SelectField
          label="Status"
          name="status"
          defaultValue={query.status ?? ""}
          options={[
            { value: "", label: "All" },
            ...campaignStatuses.map((status) => ({
              value: status,
              label: status[0]!.toUpperCase() + status.slice(1),
            })),
          ]}
        />
        <Button variant="secondary">Filter</Button>
      </SearchForm>
      {campaigns.length === 0 ? (
        <EmptyState
          title="No campaign matches"
          action={
            <ButtonLink variant="secondary" to="/messaging">
              Show all
            </ButtonLink>
          }
        />
      ) : (
        <CampaignList caption="Campaigns" campaigns={campaigns} />
      )}
      <Pagination page={query.page} pages={pages} hrefOf={hrefOf} />
    </>
  );
}

export { ScreenError as ErrorBoundary };
