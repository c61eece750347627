import { href } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/cannedReplies";

export const meta: Route.MetaFunction = () => [{ title: "Canned replies – Chat" }];

export const loader = ({ context }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /canned-replies", {}));

export default function CannedReplies({ loaderData: { cannedReplies } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Canned replies"
        description="Ready-made answers for the chat: your own, and those of the whole team."
        actions={
          <>
            <ButtonLink to={href("/chat")} variant="secondary">
              Back to the chat
            </ButtonLink>
            <ButtonLink to={href("/chat/replies/new")}>New reply</ButtonLink>
          </>
        }
      />
      <DataTable
        caption="Canned replies"
        rows={cannedReplies}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/chat/replies/:cannedReplyId", { cannedReplyId: id })}
        columns={[
          { header: "Name", cell: ({ title }) => title },
          {
            header: "Text",
            cell: ({ body }) => <span className="line-clamp-2 whitespace-normal wrap-anywhere">{body}</span>,
          },
          {
            header: "Whose",
            cell: ({ isPersonal }) => (
              <Badge tone={isPersonal ? "neutral" : "info"}>{isPersonal ? "Yours" : "Team"}</Badge>
            ),
          },
        ]}
        empty={
          <EmptyState
            title="No canned replies yet"
            action={<ButtonLink to={href("/chat/replies/new")}>New reply</ButtonLink>}
          >
            Write once what you answer often: opening hours, how to pay, where an order is.
          </EmptyState>
        }
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
