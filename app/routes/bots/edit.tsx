import { href } from "react-router";
import { botFields } from "#app/domain/bots/schemas.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { BotForm, botInput } from "./botForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.bots_edit_page_title() }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [choices, { bot }] = await Promise.all([
    api("GET /bots/choices", {}),
    api("GET /bots/:botId", { botId }),
  ]);
  return { choices, bot };
}

export const action = formAction(
  botFields,
  async ({ value, api }, { params: { botId } }: Route.ActionArgs) => {
    await api("PUT /bots/:botId", { ...botInput(value), botId });
    return done(href("/bots/:botId", { botId }), m.bots_edit_bot_saved_done());
  },
);

export default function EditBot({ loaderData: { bot, choices }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <>
      <PageHeader title={m.bots_edit_title({ botName: bot.name })} />
      <Card>
        <BotForm
          values={{
            name: bot.name,
            about: bot.about,
            openingHours: bot.openingHours,
            phoneNumberId: bot.phoneNumberId ?? "",
            label: bot.label ?? "",
            usesModel: bot.usesModel,
            dailyBudget: String(bot.dailyBudgetCents / 100),
            conversationBudget: String(bot.conversationBudgetCents / 100),
          }}
          choices={choices}
          result={answer?.result}
          submitLabel={m.common_save_changes()}
          back={href("/bots/:botId", { botId: bot.id })}
        />
      </Card>
    </>
  );
}
