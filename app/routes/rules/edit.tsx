import { href } from "react-router";
import { ruleForm } from "#app/domain/integrations/rules/schemas.ts";
import type { TriggerName } from "#app/domain/integrations/rules/words.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { RuleForm, valuesOf } from "./ruleForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.rules_edit_page_title() }];

export async function loader({ context, params: { ruleId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [choices, { rule }] = await Promise.all([
    api("GET /rules/choices", {}),
    api("GET /rules/:ruleId", { ruleId }),
  ]);
  return { choices, rule };
}

export const action = formAction(
  ruleForm,
  async ({ typed, api }, { params: { ruleId } }: Route.ActionArgs) => {
    await api("PUT /rules/:ruleId", { ...typed, ruleId });
    return done(href("/integrations/rules/:ruleId", { ruleId }), m.rules_edit_rule_saved_done());
  },
);

export default function EditRule({ loaderData: { rule, choices }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <>
      <PageHeader title={m.rules_edit_title({ ruleName: rule.name })} />
      <Card>
        <RuleForm
          event={rule.event as TriggerName}
          values={valuesOf(rule)}
          choices={choices}
          result={answer?.result}
          submitLabel={m.common_save_changes()}
          back={href("/integrations/rules/:ruleId", { ruleId: rule.id })}
        />
      </Card>
    </>
  );
}
