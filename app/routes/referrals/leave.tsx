import { data, href } from "react-router";
import { reasonForm } from "#app/domain/partners/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/leave";

export const meta: Route.MetaFunction = () => [{ title: "End the link to your partner" }];

export async function loader({ context }: Route.LoaderArgs) {
  const { current } = await orErrorPage(context.get(apiContext)("GET /referrals", {}));
  if (!current) throw data("No partner is linked to your organisation.", { status: 404 });
  return { current };
}

export const action = formAction(reasonForm, async ({ value, api }) => {
  await api("DELETE /referrals", value);
  return done(href("/revenue-share"), "The link has ended.");
});

export default function LeavePartner({ loaderData: { current }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <ConfirmPage
      title={`End the link to ${current.partnerName}?`}
      answer={actionData}
      confirm={{ label: "End the link" }}
      keep={{ label: "Keep it", to: href("/revenue-share") }}
    >
      <p>{current.partnerName} gets no share of what you pay from now on. What was shared until now stays.</p>
      <TextareaField
        label="Reason"
        name="reason"
        rows={3}
        required
        hint="It stands in your activity log, and administrators of the platform can read it."
        defaultValue={typedOr(result, "reason", "")}
        error={errorAt(result, "reason")}
      />
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
