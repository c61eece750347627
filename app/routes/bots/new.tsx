import { href } from "react-router";
import { botFields } from "#app/domain/bots/schemas.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { BotForm, botInput, newBot } from "./botForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.bots_new_bot() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /bots/choices", {});
}

export const action = formAction(botFields, async ({ value, api }) => {
  const { botId } = await api("POST /bots", botInput(value));
  return done(href("/bots/:botId/entries/new", { botId }), m.bots_new_created_done());
});

export default function NewBot({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <>
      <PageHeader title={m.bots_new_bot()} description={m.bots_new_lead()} />
      <Card>
        <BotForm
          values={newBot}
          choices={loaderData}
          result={answer?.result}
          submitLabel={m.bots_new_create_bot_button()}
          back={href("/bots")}
        />
      </Card>
    </>
  );
}
