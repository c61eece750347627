import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/cannedReplyDelete";

export const meta: Route.MetaFunction = () => [{ title: m.chat_canned_reply_delete_page_title() }];

export const loader = ({ context, params: { cannedReplyId } }: Route.LoaderArgs) =>
  pageApi(context)("GET /canned-replies/:cannedReplyId", { cannedReplyId });

export const action = formAction(
  noFields,
  async ({ api }, { params: { cannedReplyId } }: Route.ActionArgs) => {
    await api("DELETE /canned-replies/:cannedReplyId", { cannedReplyId });
    return done(href("/chat/replies"), m.chat_canned_reply_delete_reply_deleted());
  },
);

export default function DeleteCannedReply({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.chat_canned_reply_delete_canned_reply()}
      answer={actionData}
      confirm={{ label: m.chat_canned_reply_delete_reply() }}
      keep={{
        label: m.common_keep_it(),
        to: href("/chat/replies/:cannedReplyId", { cannedReplyId: loaderData.id }),
      }}
    >
      <p>
        <ParaglideMessage
          message={
            loaderData.isPersonal
              ? m.chat_canned_reply_delete_personal_text
              : m.chat_canned_reply_delete_team_text
          }
          markup={{ b: () => <strong className="wrap-anywhere">{loaderData.title}</strong> }}
        />
      </p>
    </ConfirmPage>
  );
}
