import { href } from "react-router";
import { entryFields } from "#app/domain/bots/schemas.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/entryEdit";
import { EntryForm, valuesOfTexts } from "./entryForm.tsx";
import { entryInput } from "./entryInput.ts";

export const meta: Route.MetaFunction = () => [{ title: m.bots_entry_edit_page_title() }];

export async function loader({ context, params: { botId, entryId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /bots/:botId/entries/:entryId", { botId, entryId });
}

export const action = formAction(
  entryFields,
  async ({ value, api }, { params: { botId, entryId } }: Route.ActionArgs) => {
    await api("PUT /bots/:botId/entries/:entryId", { ...entryInput(value), botId, entryId });
    return done(href("/bots/:botId/entries", { botId }), m.bots_entry_edit_entry_saved_done());
  },
);

export default function EditEntry({ loaderData: { bot, entry, texts }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const back = href("/bots/:botId/entries", { botId: bot.id });
  return (
    <>
      <PageHeader
        title={m.bots_entry()}
        description={
          entry.sourceId ? m.bots_entry_edit_read_lead() : m.bots_entry_edit_lead({ botName: bot.name })
        }
        actions={
          <ButtonLink to={`${back}/${entry.id}/delete`} variant="danger-quiet">
            {m.common_delete()}
          </ButtonLink>
        }
      />
      <Card>
        <EntryForm
          values={valuesOfTexts(texts)}
          result={answer?.result}
          submitLabel={m.common_save_changes()}
          back={back}
        />
      </Card>
    </>
  );
}
