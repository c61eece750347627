import { href } from "react-router";
import { entryFields } from "#app/domain/bots/schemas.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/entryEdit";
import { EntryForm, valuesOfTexts } from "./entryForm.tsx";
import { entryInput } from "./entryInput.ts";

export const meta: Route.MetaFunction = () => [{ title: "Entry of a bot" }];

export async function loader({ context, params: { botId, entryId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /bots/:botId/entries/:entryId", { botId, entryId }));
}

export const action = formAction(
  entryFields,
  async ({ value, api }, { params: { botId, entryId } }: Route.ActionArgs) => {
    await api("PUT /bots/:botId/entries/:entryId", { ...entryInput(value), botId, entryId });
    return done(href("/bots/:botId/entries", { botId }), "Entry saved.");
  },
);

export default function EditEntry({ loaderData: { bot, entry, texts }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const back = href("/bots/:botId/entries", { botId: bot.id });
  return (
    <>
      <PageHeader
        title="Entry"
        description={
          entry.sourceId
            ? "It was read from a page or document. When you change it, it is your own from then on."
            : `One of the things that ${bot.name} knows.`
        }
        actions={
          <ButtonLink to={`${back}/${entry.id}/delete`} variant="danger">
            Delete
          </ButtonLink>
        }
      />
      <Card>
        <EntryForm
          values={valuesOfTexts(texts)}
          result={answer?.result}
          submitLabel="Save changes"
          back={back}
        />
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
