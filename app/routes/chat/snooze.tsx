import { href, useLocation } from "react-router";
import { z } from "zod";
import { snoozeTime } from "#app/domain/messaging/conversations/schemas.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/snooze";
import { untilWords } from "./chatTime.ts";
import { ConversationForm } from "./conversationForm.tsx";
import { readFilters, searchOf } from "./filters.ts";
import { offeredTimes, snoozedWords } from "./snoozeWords.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.chat_snooze_page_title({ conversationName: readablePhone(loaderData.name) }) },
];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  const snooze = await pageApi(context)("GET /conversations/:conversationId/snooze", { conversationId });
  const { name, state, stored, earliest, snoozedUntil, now } = snooze;
  return {
    name,
    state,
    stored,
    earliest,
    snoozed: snoozedWords(snoozedUntil, now),
    times: offeredTimes(snooze),
  };
}

export const action = formAction(
  z.object({ until: snoozeTime }),
  async ({ value, api, request }, { params: { conversationId } }: Route.ActionArgs) => {
    const { snoozedUntil } = await api("PUT /conversations/:conversationId/snooze", {
      conversationId,
      ...value,
    });
    const filters = readFilters(new URL(request.url).searchParams);
    const time = untilWords(snoozedUntil, { now: new Date().toISOString() });
    return done(`${href("/chat")}${searchOf(filters)}`, m.chat_snooze_done({ time }));
  },
);

/** When a conversation returns: the offered times, each a button, and an own time. */
export default function SnoozeConversation({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const { search } = useLocation();
  const { name, state, snoozed, times } = loaderData;
  const back = `${href("/chat/:conversationId", params)}${searchOf(readFilters(new URLSearchParams(search)))}`;
  return (
    <ConversationForm title={m.chat_snooze_title({ conversationName: readablePhone(name) })} back={back}>
      <ErrorSummary title={m.chat_snooze_not_snoozed_title()} errors={problemsOf(result)} />
      {state === "closed" ? (
        <Notice>{m.chat_snooze_closed_text()}</Notice>
      ) : (
        <>
          <p className="text-muted">{m.chat_snooze_lead()}</p>
          {snoozed && (
            <p>
              <strong>{snoozed}</strong>
            </p>
          )}
          <Choices times={times} />
          <Form method="post" noValidate className="grid gap-5 border-line border-t pt-5">
            <Field
              {...fieldProps(result, "until", loaderData.stored)}
              label={m.chat_snooze_until_label()}
              type="datetime-local"
              min={loaderData.earliest}
            />
            <FormActions submitLabel={m.chat_snooze()} cancelTo={back} />
          </Form>
        </>
      )}
    </ConversationForm>
  );
}

function Choices({ times }: { times: ReturnType<typeof offeredTimes> }) {
  return (
    <Form method="post" className="grid gap-2" aria-label={m.chat_snooze_choices_label()}>
      {times.map(({ value, name, time }) => (
        <Button
          key={value}
          name="until"
          value={value}
          variant="secondary"
          className="w-full justify-between! text-left"
        >
          <span>{name}</span> <span className="font-normal text-muted">{time}</span>
        </Button>
      ))}
    </Form>
  );
}
