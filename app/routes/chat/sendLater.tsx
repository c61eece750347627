import { href, redirect, useLocation } from "react-router";
import { z } from "zod";
import { draftText } from "#app/domain/messaging/conversations/schemas.ts";
import { replyText, submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { orThrowPage, pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/sendLater";
import { ConversationForm } from "./conversationForm.tsx";
import { SendLaterForm } from "./sendLaterForm.tsx";
import { sendLaterWords, sendTimeWords } from "./sendLaterWords.server.ts";
import { checkTime, timeFields, timeToSend } from "./timeToSend.server.ts";
import { WindowClosed } from "./windowClosed.tsx";

/** `open`: from the box for replies, whose text comes along as a draft. */
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("open"), text: draftText.default("") }),
  z
    .object({ intent: z.literal("schedule"), text: replyText, key: submissionKey, ...timeFields })
    .superRefine(checkTime),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.chat_later_page_title({ name: readablePhone(loaderData.name) }) },
];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  const later = await pageApi(context)("GET /conversations/:conversationId/scheduled", { conversationId });
  const { name, windowOpen, draft } = later;
  return {
    ...{ name, windowOpen, draft },
    later: sendLaterWords(later, { isTemplate: false }),
    submissionKey: crypto.randomUUID(),
  };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { conversationId } }: Route.ActionArgs) => {
    if (value.intent === "open") {
      const { text } = value;
      await orThrowPage(api("POST /conversations/:conversationId/draft", { conversationId, text }));
      return redirect(href("/chat/:conversationId/later", { conversationId }));
    }
    const { text, key } = value;
    const { sendAt } = await api("POST /conversations/:conversationId/scheduled", {
      ...{ conversationId, text, key, at: timeToSend(value) },
    });
    const { timezone, now } = await api("GET /conversations/:conversationId/scheduled", { conversationId });
    const time = sendTimeWords(sendAt, { timezone, now });
    return done(href("/chat/:conversationId", { conversationId }), m.chat_later_scheduled_done({ time }));
  },
);

/** A reply for a time within the customer service window. */
export default function SendLaterPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const { search } = useLocation();
  const { name, windowOpen, draft, later } = loaderData;
  const path = href("/chat/:conversationId", params);
  return (
    <ConversationForm
      title={m.chat_later_page_title({ name: readablePhone(name) })}
      back={`${path}${search}`}
    >
      {windowOpen ? (
        <SendLaterForm
          later={later}
          text={draft}
          at=""
          submissionKey={loaderData.submissionKey}
          result={result}
          back={path}
        />
      ) : (
        <WindowClosed path={path} optedOut={false} refusedText={draft || undefined} />
      )}
    </ConversationForm>
  );
}
