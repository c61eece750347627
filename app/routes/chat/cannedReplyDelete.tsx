import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/cannedReplyDelete";

export const meta: Route.MetaFunction = () => [{ title: "Delete canned reply – Chat" }];

export const loader = ({ context, params: { cannedReplyId } }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /canned-replies/:cannedReplyId", { cannedReplyId }));

export const action = formAction(
  noFields,
  async ({ api }, { params: { cannedReplyId } }: Route.ActionArgs) => {
    await api("DELETE /canned-replies/:cannedReplyId", { cannedReplyId });
    return done(href("/chat/replies"), "The reply is deleted.");
  },
);

export default function DeleteCannedReply({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this canned reply?"
      answer={actionData}
      confirm={{ label: "Delete reply" }}
      keep={{ label: "Keep it", to: href("/chat/replies/:cannedReplyId", { cannedReplyId: loaderData.id }) }}
    >
      <p>
        <strong className="wrap-anywhere">{loaderData.title}</strong> can no longer be inserted
        {!loaderData.isPersonal && " by anybody in your team"}. Messages that were sent with it stay.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
