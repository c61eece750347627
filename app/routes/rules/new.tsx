import { href, Link } from "react-router";
import { ruleForm } from "#app/domain/integrations/rules/schemas.ts";
import { type TriggerName, triggerNames, triggers } from "#app/domain/integrations/rules/words.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { RuleForm, valuesOf } from "./ruleForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.rules_new_rule() }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const choices = await pageApi(context)("GET /rules/choices", {});
  const requested = new URL(request.url).searchParams.get("event") as TriggerName;
  return { choices, event: triggerNames.includes(requested) ? requested : null };
}

export const action = formAction(ruleForm, async ({ typed, api }) => {
  const { ruleId } = await api("POST /rules", typed);
  return done(href("/integrations/rules/:ruleId/try", { ruleId }), m.rules_new_saved_done());
});

export default function NewRule({ loaderData: { choices, event }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <>
      <PageHeader title={m.rules_new_rule()} description={m.rules_new_lead()} />
      <Card title={event ? undefined : m.common_when()}>
        {event ? (
          <RuleForm
            event={event}
            values={valuesOf(undefined)}
            choices={choices}
            result={answer?.result}
            submitLabel={m.rules_new_save_rule_button()}
            back={href("/integrations/rules")}
          />
        ) : (
          <ul className="divide-y divide-line">
            {triggerNames.map((name) => (
              <li key={name} className="py-2">
                <Link className="link" to={`${href("/integrations/rules/new")}?event=${name}`}>
                  {triggers[name].label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
