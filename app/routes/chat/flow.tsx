import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link } from "react-router";
import { z } from "zod";
import { type Reason, reasons } from "#app/domain/bots/words.ts";
import { flowId } from "#app/domain/flows/schemas.ts";
import { submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldError, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/flow";
import { ConversationForm } from "./conversationForm.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start"), flowId, key: submissionKey }),
  z.object({ intent: z.literal("stop") }),
  z.object({ intent: z.literal("giveBack") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.chat_flow_page_title() }];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [found, { bot, silentReason }] = await Promise.all([
    api("GET /conversations/:conversationId/flow", { conversationId }),
    api("GET /conversations/:conversationId/bot", { conversationId }),
  ]);
  return { ...found, bot, silentReason, submissionKey: crypto.randomUUID() };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { conversationId } }: Route.ActionArgs) => {
    const back = href("/chat/:conversationId", { conversationId });
    if (value.intent === "stop") {
      await api("DELETE /conversations/:conversationId/flow", { conversationId });
      return done(back, m.chat_flow_stopped_done());
    }
    if (value.intent === "giveBack") {
      await api("POST /conversations/:conversationId/give-back", { conversationId });
      return done(back, m.common_bot_resumed_done());
    }
    await api("POST /conversations/:conversationId/flow", {
      ...{ conversationId, flowId: value.flowId, key: value.key },
    });
    return done(back, m.chat_flow_started_done());
  },
);

/** The flow running in a conversation, and those that can be started. */
export default function FlowInChat({ loaderData, actionData, params }: Route.ComponentProps) {
  const { running, flows, bot, silentReason, submissionKey: key } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const back = href("/chat/:conversationId", params);
  return (
    <ConversationForm title={m.chat_flow_and_bot()} back={back}>
      <Form method="post" className="grid gap-5" noValidate>
        <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(result)} />
        {running ? (
          <p className="wrap-anywhere">
            <ParaglideMessage
              message={m.chat_flow_running_text}
              markup={{
                b: () => <strong>{running.name}</strong>,
                time: () => <Time value={running.startedAt} />,
              }}
            />
          </p>
        ) : flows.length === 0 ? (
          <p>
            {m.chat_flow_no_live_flows_text()}{" "}
            <Link className="link" to={href("/flows")}>
              {m.chat_flow_view_flows_link()}
            </Link>
          </p>
        ) : (
          <>
            <input type="hidden" name="key" value={fieldValue(result, "key", key)} />
            <SelectField
              label={m.chat_flow_id_label()}
              name="flowId"
              error={fieldError(result, "flowId")}
              options={flows.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </>
        )}
        <p className="row-actions">
          {running ? (
            <Button name="intent" value="stop" variant="secondary">
              {m.chat_flow_stop_flow_button()}
            </Button>
          ) : (
            flows.length > 0 && (
              <Button name="intent" value="start">
                {m.chat_flow_start_flow_button()}
              </Button>
            )
          )}
          <ButtonLink to={back} variant="quiet">
            {m.common_cancel()}
          </ButtonLink>
        </p>
      </Form>
      {bot && <Bot name={bot.name} silentReason={silentReason} />}
    </ConversationForm>
  );
}

function Bot({ name, silentReason }: { name: string; silentReason: Reason | null }) {
  return (
    <section className="grid gap-3 border-line border-t pt-5" aria-label={m.common_bot()}>
      <h3 className="wrap-anywhere">{name}</h3>
      {silentReason ? (
        <Form method="post" className="grid gap-3">
          <p className="wrap-anywhere">
            {m.chat_flow_bot_silent_text({ reasons: inSentence(reasons[silentReason]) })}
          </p>
          <p>
            <Button name="intent" value="giveBack" variant="secondary">
              {m.common_hand_back_to_bot()}
            </Button>
          </p>
        </Form>
      ) : (
        <p>{m.chat_flow_bot_active_text()}</p>
      )}
    </section>
  );
}
