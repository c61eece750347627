import { href } from "react-router";
import { reasonForm } from "#app/domain/console/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import type { Route } from "./+types/supportAct";

export const meta: Route.MetaFunction = () => [{ title: "Ask to act" }];

export const action = formAction(reasonForm, async ({ value, api }) => {
  await api("POST /support-view/act", value);
  return done(href("/dashboard"), "You may change things now; the owner was told.");
});

export default function SupportAct({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <ConfirmPage
      title="Do more than look?"
      answer={actionData}
      confirm={{ label: "Act in this workspace" }}
      keep={{ label: "Keep looking", to: href("/dashboard") }}
    >
      <p>
        Until the visit ends you may do the everyday work of the workspace. Passwords, email, two-step
        verification, keys, members, money and deletion stay out of reach. Each line of the activity log
        carries your name beside the owner's, and the owner is told now.
      </p>
      <TextareaField
        label="Why looking is not enough"
        name="reason"
        rows={3}
        required
        defaultValue={typedOr(result, "reason", "")}
        error={errorAt(result, "reason")}
      />
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
