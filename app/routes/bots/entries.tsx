import { href } from "react-router";
import { botLanguages } from "#app/domain/bots/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/entries";
import { BotTabs } from "./botTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.bots_entries_page_title() }];

export async function loader({ request, context, params: { botId } }: Route.LoaderArgs) {
  const { search = "", page } = Object.fromEntries(new URL(request.url).searchParams);
  const list = await pageApi(context)("GET /bots/:botId/entries", { botId, search, page: Number(page ?? 1) });
  return { list, search, mayManage: may(context.get(userContext), "bots.manage") };
}

export default function Entries({ loaderData: { list, search, mayManage } }: Route.ComponentProps) {
  const here = href("/bots/:botId/entries", { botId: list.bot.id });
  const create = mayManage && (
    <ButtonLink to={`${here}/new`}>
      <Icon name="plus" size={18} /> {m.bots_new_entry()}
    </ButtonLink>
  );
  const isEmpty = list.total === 0 && search === "";
  return (
    <>
      <PageHeader title={list.bot.name} description={m.bots_entries_lead()} actions={!isEmpty && create} />
      <BotTabs botId={list.bot.id} />
      {isEmpty ? (
        <EmptyState title={m.bots_entries_no_entries_yet_title()} action={create}>
          {m.bots_entries_empty_text()}
        </EmptyState>
      ) : (
        <>
          <FilterBar
            search={{ name: "search", value: search, placeholder: m.bots_entries_question_or_answer() }}
            clear={search !== "" && here}
          />
          <EntryTable list={list} here={here} mayManage={mayManage} />
          <Pagination page={list.page} pages={list.pages} path={here} />
        </>
      )}
    </>
  );
}

function EntryTable({
  list,
  here,
  mayManage,
}: {
  list: Route.ComponentProps["loaderData"]["list"];
  here: string;
  mayManage: boolean;
}) {
  return (
    <DataTable
      caption={m.bots_entries()}
      paged
      rows={list.entries}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => (mayManage ? `${here}/${id}/edit` : undefined)}
      empty={
        <EmptyState title={m.bots_entries_no_entries_match_title()}>{m.bots_entries_empty()}</EmptyState>
      }
      columns={[
        {
          header: m.common_question(),
          cell: ({ texts: [text] }) => <span lang={text?.language}>{text?.question}</span>,
        },
        {
          header: m.common_answer(),
          cell: ({ texts: [text] }) => (
            <span className="line-clamp-3 whitespace-pre-line" lang={text?.language}>
              {text?.answer}
            </span>
          ),
        },
        {
          header: m.common_languages(),
          cell: ({ texts }) => texts.map(({ language }) => botLanguages[language]).join(", "),
        },
        {
          header: m.bots_entries_read_from(),
          className: "break-all",
          cell: ({ source }) => source ?? m.bots_entries_team(),
        },
      ]}
    />
  );
}
