import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: "Delete deal" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /deals/:dealId", params));
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /deals/:dealId", params);
  return done(href("/deals"), "Deal deleted.");
});

export default function DeleteDeal({ loaderData: { deal }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this deal?"
      answer={actionData}
      confirm={{ label: "Delete deal" }}
      keep={{ label: "Keep it", to: href("/deals/:dealId", { dealId: deal.id }) }}
    >
      <p>
        <strong className="wrap-anywhere">{deal.title}</strong> is deleted with its history and its tasks. If
        it came to nothing, move it to a lost stage instead: then it still counts.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
