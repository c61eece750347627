import { href } from "react-router";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/cannedReplyEdit";
import { CannedReplyForm } from "./cannedReplyForm.tsx";
import { cannedReplyInput, cannedReplySchema } from "./cannedReplySchema.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.chat_canned_reply_edit_page_title({ replyTitle: loaderData.reply.title }) },
];

export async function loader({ context, params: { cannedReplyId } }: Route.LoaderArgs) {
  const reply = await pageApi(context)("GET /canned-replies/:cannedReplyId", { cannedReplyId });
  return { reply, mayShare: may(context.get(userContext), "cannedReplies.share") };
}

export const action = formAction(
  cannedReplySchema,
  async ({ value, api }, { params: { cannedReplyId } }: Route.ActionArgs) => {
    await api("PUT /canned-replies/:cannedReplyId", { cannedReplyId, ...cannedReplyInput(value) });
    return done(href("/chat/replies"), m.chat_canned_reply_saved_done());
  },
);

/** Members who may not change the team's replies see the text. */
export default function EditCannedReply({
  loaderData: { reply, mayShare },
  actionData,
}: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={reply.title} />
      {mayShare || reply.isPersonal ? (
        <CannedReplyForm reply={reply} assignees={reply} mayShare={mayShare} result={result}>
          <ButtonLink
            to={href("/chat/replies/:cannedReplyId/delete", { cannedReplyId: reply.id })}
            variant="quiet"
          >
            {m.common_delete()}
          </ButtonLink>
        </CannedReplyForm>
      ) : (
        <Card className="max-w-2xl">
          <div className="grid gap-4">
            <p className="whitespace-pre-wrap wrap-anywhere">{reply.body}</p>
            <p className="hint">{m.chat_canned_reply_edit_team_only_text()}</p>
            <p>
              <ButtonLink to={href("/chat/replies")} variant="secondary">
                {m.common_go_back()}
              </ButtonLink>
            </p>
          </div>
        </Card>
      )}
    </>
  );
}
