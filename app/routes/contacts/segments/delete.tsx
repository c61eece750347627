import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: "Delete segment" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /segments/:segmentId", params));
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /segments/:segmentId", params);
  return done(href("/contacts/segments"), "Segment deleted.");
});

export default function DeleteSegment({ loaderData: { segment }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this segment?"
      answer={actionData}
      confirm={{ label: "Delete segment" }}
      keep={{ label: "Keep it", to: href("/contacts/segments/:segmentId", { segmentId: segment.id }) }}
    >
      <p>
        <strong className="wrap-anywhere">{segment.name}</strong> is deleted; its contacts stay. Campaigns
        that were planned for it find nobody.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
