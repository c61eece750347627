import { data, href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/questionDelete";

export const meta: Route.MetaFunction = () => [{ title: m.bots_question_delete_question() }];

export async function loader({ context, params: { botId, questionId } }: Route.LoaderArgs) {
  const { bot, questions } = await pageApi(context)("GET /bots/:botId/evaluation", { botId });
  const question = questions.find(({ id }) => id === questionId);
  if (!question) throw data(m.bots_question_delete_question_not_found(), { status: 404 });
  return { bot, question };
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /bots/:botId/questions/:questionId", params);
  return done(
    href("/bots/:botId/evaluation", { botId: params.botId }),
    m.bots_question_delete_question_deleted(),
  );
});

export default function DeleteQuestion({ loaderData: { bot, question }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.bots_question_delete_question_title()}
      answer={actionData}
      confirm={{ label: m.bots_question_delete_question() }}
      keep={{ label: m.common_keep_it(), to: href("/bots/:botId/evaluation", { botId: bot.id }) }}
    >
      <Naming message={m.bots_question_delete_text} name={question.question} inputs={{ bot: bot.name }} />
    </ConfirmPage>
  );
}
