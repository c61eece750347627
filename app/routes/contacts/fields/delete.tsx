import { href } from "react-router";
import { countOf } from "#app/platform/counts.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: "Delete field" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /fields/:fieldId", params));
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /fields/:fieldId", params);
  return done(href("/contacts/fields"), "Field deleted.");
});

export default function DeleteField({ loaderData: { field, contacts }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this field?"
      answer={actionData}
      confirm={{ label: "Delete field" }}
      keep={{ label: "Keep it", to: href("/contacts/fields/:fieldId", { fieldId: field.id }) }}
    >
      <p>
        <strong className="wrap-anywhere">{field.name}</strong> can no longer be asked for: segments with it
        find nobody. What {countOf(contacts, "contact")} have in it stays with them as a plain text.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
