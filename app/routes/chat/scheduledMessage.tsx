import { href } from "react-router";
import { z } from "zod";
import { replyText } from "#app/domain/messaging/messages/schemas.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Notice } from "#app/ui/notice.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/scheduledMessage";
import { ConversationForm } from "./conversationForm.tsx";
import { SendLaterForm } from "./sendLaterForm.tsx";
import { sendLaterWords, sendTimeWords } from "./sendLaterWords.server.ts";
import { checkTime, timeFields, timeToSend } from "./timeToSend.server.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("schedule"), text: replyText, ...timeFields }).superRefine(checkTime),
  z.object({ intent: z.literal("reschedule"), ...timeFields }).superRefine(checkTime),
  z.object({ intent: z.literal("send") }),
  z.object({ intent: z.literal("cancel") }),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.chat_later_edit_title({ name: readablePhone(loaderData.name) }) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await pageApi(context)("GET /conversations/:conversationId/scheduled", params);
  const { isTemplate, state, text, at } = found.scheduled!;
  return { name: found.name, isTemplate, state, text, at, later: sendLaterWords(found, { isTemplate }) };
}

export const action = formAction(schema, async ({ value, api }, { params }: Route.ActionArgs) => {
  const thread = href("/chat/:conversationId", { conversationId: params.conversationId });
  switch (value.intent) {
    case "send":
      await api("POST /conversations/:conversationId/scheduled/:scheduledMessageId/send", params);
      return done(thread, m.chat_later_sent_done());
    case "cancel":
      await api("DELETE /conversations/:conversationId/scheduled/:scheduledMessageId", params);
      return done(thread, m.chat_later_cancelled_done());
    case "schedule":
    case "reschedule": {
      const call = "PUT /conversations/:conversationId/scheduled/:scheduledMessageId";
      const { sendAt } = await api(call, {
        ...params,
        at: timeToSend(value),
        text: "text" in value ? value.text : undefined,
      });
      const clock = await api("GET /conversations/:conversationId/scheduled", params);
      return done(thread, m.chat_later_scheduled_done({ time: sendTimeWords(sendAt, clock) }));
    }
  }
});

/** Changes a scheduled message; its thread posts here to send it now, or to cancel it. */
export default function ScheduledMessage({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const { name, isTemplate, state, text, at, later } = loaderData;
  const back = href("/chat/:conversationId", { conversationId: params.conversationId });
  return (
    <ConversationForm title={m.chat_later_edit_title({ name: readablePhone(name) })} back={back}>
      {state === "scheduled" ? (
        <>
          {isTemplate && <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>}
          <SendLaterForm later={later} text={isTemplate ? null : text} at={at} result={result} back={back} />
        </>
      ) : (
        <Notice>{m.chat_later_ended_text()}</Notice>
      )}
    </ConversationForm>
  );
}
