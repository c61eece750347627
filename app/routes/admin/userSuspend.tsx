import { href } from "react-router";
import { z } from "zod";
import { reasonForm, suspendForm } from "#app/domain/console/schemas.ts";
import { suspensionLevels, suspensionOptions } from "#app/domain/console/words.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { SelectField, TextareaField } from "#app/ui/field.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/userSuspend";

const form = z.discriminatedUnion("intent", [
  suspendForm.extend({ intent: z.literal("suspend") }),
  reasonForm.extend({ intent: z.literal("reinstate") }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Suspend User – Administration" }];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/organisations/:orgId", { orgId }));
}

export const action = formAction(form, async ({ value, api }, { params: { orgId } }: Route.ActionArgs) => {
  const { reason } = value;
  if (value.intent === "reinstate")
    await api("DELETE /admin/organisations/:orgId/suspension", { orgId, reason });
  else await api("POST /admin/organisations/:orgId/suspension", { orgId, level: value.level, reason });
  return done(
    href("/admin/users/:orgId", { orgId }),
    value.intent === "reinstate" ? "Reinstated." : "Suspended; the reason was mailed.",
  );
});

export default function UserSuspend({ loaderData, actionData }: Route.ComponentProps) {
  const { organisation: org, suspension } = loaderData;
  const result = actionData?.result;
  const back = href("/admin/users/:orgId", { orgId: org.id });
  const sent = result?.initialValue?.intent;
  const reason = (intent: string) => {
    const own = sent === intent ? result : undefined;
    return (
      <TextareaField
        label="Reason"
        name="reason"
        id={`reason-${intent}`}
        rows={3}
        required
        hint="It is mailed to the owners and admins, and stands in their activity log."
        defaultValue={typedOr(own, "reason", "")}
        error={errorAt(own, "reason")}
      />
    );
  };
  return (
    <>
      <PageHeader
        title={`Suspend ${org.businessName}`}
        actions={
          <ButtonLink variant="quiet" to={back}>
            Back
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        {suspension && (
          <Card title={`End the suspension (${suspensionLevels[suspension.level].label.toLowerCase()})`}>
            <ConfirmForm
              answer={sent === "reinstate" ? actionData : undefined}
              confirm={{ label: "Reinstate", intent: "reinstate", harmless: true }}
              keep={{ label: "Leave it", to: back }}
            >
              {reason("reinstate")}
            </ConfirmForm>
          </Card>
        )}
        <Card title={suspension ? "Change the level" : "What is suspended"}>
          <ConfirmForm
            answer={sent === "suspend" ? actionData : undefined}
            confirm={{ label: "Suspend", intent: "suspend" }}
            keep={{ label: "Cancel", to: back }}
          >
            <DescriptionList
              items={Object.values(suspensionLevels).map(({ label, meaning }) => ({
                term: label,
                value: meaning,
              }))}
            />
            <SelectField
              label="Level"
              name="level"
              defaultValue={typedOr(result, "level", suspension?.level ?? "campaigns")}
              options={suspensionOptions}
              error={errorAt(result, "level")}
            />
            {reason("suspend")}
          </ConfirmForm>
        </Card>
      </div>
    </>
  );
}
