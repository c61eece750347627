import { data, href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/questionDelete";

export const meta: Route.MetaFunction = () => [{ title: "Delete question" }];

export async function loader({ context, params: { botId, questionId } }: Route.LoaderArgs) {
  const { bot, questions } = await orErrorPage(
    context.get(apiContext)("GET /bots/:botId/evaluation", { botId }),
  );
  const question = questions.find(({ id }) => id === questionId);
  if (!question) throw data("Question not found.", { status: 404 });
  return { bot, question };
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /bots/:botId/questions/:questionId", params);
  return done(href("/bots/:botId/evaluation", { botId: params.botId }), "Question deleted.");
});

export default function DeleteQuestion({ loaderData: { bot, question }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this question?"
      answer={actionData}
      confirm={{ label: "Delete question" }}
      keep={{ label: "Keep it", to: href("/bots/:botId/evaluation", { botId: bot.id }) }}
    >
      <p>
        <strong className="break-words">{question.question}</strong> is taken out of the evaluation set of{" "}
        {bot.name}.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
