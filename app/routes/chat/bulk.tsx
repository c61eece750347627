import { href } from "react-router";
import { z } from "zod";
import { conversationIds } from "#app/domain/messaging/conversations/schemas.ts";
import { stateWords } from "#app/domain/messaging/conversations/words.ts";
import { countOf } from "#app/platform/counts.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/bulk";
import { spanWords } from "./chatTime.ts";
import { callQuery, readFilters, searchOf } from "./filters.ts";

export const meta: Route.MetaFunction = () => [{ title: "Close several – Chat" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const list = await orErrorPage(
    context.get(apiContext)("GET /conversations", {
      ...callQuery(filters),
      page: query.get("page") ?? "1",
    }),
  );
  return { list, back: `${href("/chat")}${searchOf(filters)}` };
}

export const action = formAction(z.object({ conversationIds }), async ({ value, api }) => {
  const { closed } = await api("POST /conversations/close", value);
  return done(
    href("/chat"),
    closed === 0 ? "They are closed already." : `${countOf(closed, "conversation")} closed.`,
  );
});

/** The conversations of the filtered list, page by page, each with a box to leave it out. */
export default function CloseSeveral({ loaderData: { list, back }, actionData }: Route.ComponentProps) {
  const shown = list.conversations.filter(({ state }) => state !== "closed");
  return (
    <>
      <ConfirmPage
        title="Close these conversations?"
        answer={actionData}
        confirm={{ label: "Close those that are ticked" }}
        keep={{ label: "Go back", to: back }}
      >
        <p>
          They leave the lists of what is to be done, and are read. A new message of the customer opens each
          again.
        </p>
        {shown.length === 0 ? (
          <p className="text-muted">Nothing here is open.</p>
        ) : (
          <fieldset id="conversationIds">
            <legend className="sr-only">Conversations</legend>
            {shown.map(({ id, name, state, waitingSince, lastMessage }) => (
              <CheckboxField
                key={id}
                name="conversationIds"
                id={id}
                value={id}
                defaultChecked
                label={
                  <>
                    <strong className="wrap-anywhere">{name}</strong>, {stateWords[state].name.toLowerCase()}
                    {waitingSince && ` for ${spanWords(waitingSince, list.now)}`}
                    <span className="hint line-clamp-1">{lastMessage}</span>
                  </>
                }
              />
            ))}
          </fieldset>
        )}
      </ConfirmPage>
      <Pagination page={list.page} pages={list.pages} />
    </>
  );
}

export { ScreenError as ErrorBoundary };
