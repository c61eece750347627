import { href } from "react-router";
import { may } from "#app/platform/roles/acts.server.ts";
import { PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/cannedReplyNew";
import { CannedReplyForm } from "./cannedReplyForm.tsx";
import { cannedReplyInput, cannedReplySchema } from "./cannedReplySchema.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.chat_canned_reply_new_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { team, teams } = await pageApi(context)("GET /canned-replies", {});
  return { assignees: { team, teams }, mayShare: may(context.get(userContext), "cannedReplies.share") };
}

export const action = formAction(cannedReplySchema, async ({ value, api }) => {
  await api("POST /canned-replies", cannedReplyInput(value));
  return done(href("/chat/replies"), m.chat_canned_reply_saved_done());
});

export default function NewCannedReply({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.chat_canned_reply_new_title()} />
      <CannedReplyForm
        assignees={loaderData.assignees}
        mayShare={loaderData.mayShare}
        result={useLastAnswer(actionData)?.result}
      />
    </>
  );
}
