import { href } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/cannedReplies";
import { macroWords } from "./macroWords.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.chat_canned_replies_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { cannedReplies, ...assignees } = await pageApi(context)("GET /canned-replies", {});
  return {
    cannedReplies: cannedReplies.map(({ actions, ...reply }) => ({
      ...reply,
      does: actions && macroWords({ replies: reply.body !== "", ...actions }, assignees),
    })),
  };
}

export default function CannedReplies({ loaderData: { cannedReplies } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.chat_canned_replies()}
        description={m.chat_canned_replies_lead()}
        actions={
          <>
            <ButtonLink to={href("/chat")} variant="secondary">
              {m.chat_back_to_chat_link()}
            </ButtonLink>
            <ButtonLink to={href("/chat/replies/new")}>{m.chat_canned_replies_new_reply_link()}</ButtonLink>
          </>
        }
      />
      <DataTable
        caption={m.chat_canned_replies()}
        rows={cannedReplies}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/chat/replies/:cannedReplyId", { cannedReplyId: id })}
        columns={[
          { header: m.common_name(), cell: ({ title }) => title },
          {
            header: m.common_text(),
            cell: ({ body, does }) => (
              <span className="whitespace-normal wrap-anywhere">
                <span className="line-clamp-2">{body}</span>
                {does && <span className="hint block">{does}</span>}
              </span>
            ),
          },
          {
            header: m.chat_visible_to(),
            cell: ({ isPersonal }) => (
              <Badge tone={isPersonal ? "neutral" : "info"}>
                {isPersonal ? m.chat_yours() : m.common_team()}
              </Badge>
            ),
          },
        ]}
        empty={
          <EmptyState
            title={m.chat_no_canned_replies_yet()}
            action={
              <ButtonLink to={href("/chat/replies/new")}>{m.chat_canned_replies_new_reply_link()}</ButtonLink>
            }
          >
            {m.chat_canned_replies_empty()}
          </EmptyState>
        }
      />
    </>
  );
}
