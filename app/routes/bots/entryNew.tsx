import { href } from "react-router";
import { entryFields } from "#app/domain/bots/schemas.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/entryNew";
import { EntryForm } from "./entryForm.tsx";
import { entryInput } from "./entryInput.ts";

export const meta: Route.MetaFunction = () => [{ title: m.bots_new_entry() }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  const { bot } = await pageApi(context)("GET /bots/:botId", { botId });
  return { bot };
}

export const action = formAction(
  entryFields,
  async ({ value, api }, { params: { botId } }: Route.ActionArgs) => {
    await api("POST /bots/:botId/entries", { ...entryInput(value), botId });
    return done(href("/bots/:botId/entries", { botId }), m.bots_entry_new_entry_added_done());
  },
);

export default function NewEntry({ loaderData: { bot }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <>
      <PageHeader title={m.bots_new_entry()} description={m.bots_entry_new_lead({ botName: bot.name })} />
      <Card>
        <EntryForm
          result={answer?.result}
          submitLabel={m.bots_entry_new_add_entry_button()}
          back={href("/bots/:botId/entries", { botId: bot.id })}
        />
      </Card>
    </>
  );
}
