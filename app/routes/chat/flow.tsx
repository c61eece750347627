import { href, Link } from "react-router";
import { z } from "zod";
import { type Reason, reasons } from "#app/domain/bots/words.ts";
import { flowId } from "#app/domain/flows/schemas.ts";
import { submissionKey } from "#app/domain/messaging/conversations/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/flow";
import { BesideConversation } from "./beside.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start"), flowId, key: submissionKey }),
  z.object({ intent: z.literal("stop") }),
  z.object({ intent: z.literal("giveBack") }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Flow and bot – Chat" }];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [found, { bot, silentReason }] = await orErrorPage(
    Promise.all([
      api("GET /conversations/:conversationId/flow", { conversationId }),
      api("GET /conversations/:conversationId/bot", { conversationId }),
    ]),
  );
  return { ...found, bot, silentReason, submissionKey: crypto.randomUUID() };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { conversationId } }: Route.ActionArgs) => {
    const back = href("/chat/:conversationId", { conversationId });
    if (value.intent === "stop") {
      await api("DELETE /conversations/:conversationId/flow", { conversationId });
      return done(back, "The flow is stopped.");
    }
    if (value.intent === "giveBack") {
      await api("POST /conversations/:conversationId/give-back", { conversationId });
      return done(back, "The bot answers in this conversation again.");
    }
    await api("POST /conversations/:conversationId/flow", {
      ...{ conversationId, flowId: value.flowId, key: value.key },
    });
    return done(back, "The flow has begun.");
  },
);

/** What runs in a conversation, and what can be started there. */
export default function FlowInChat({ loaderData, actionData, params }: Route.ComponentProps) {
  const { running, flows, bot, silentReason, submissionKey: key } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const back = href("/chat/:conversationId", params);
  return (
    <BesideConversation title="Flow and bot" back={back}>
      <Form method="post" className="grid gap-5" noValidate>
        <ErrorSummary title="That didn't work" errors={problemsOf(result)} />
        {running ? (
          <p className="wrap-anywhere">
            <strong>{running.name}</strong> is running since <Time value={running.startedAt} />. It stops at
            once when you write to the customer.
          </p>
        ) : flows.length === 0 ? (
          <p>
            No flow is live.{" "}
            <Link className="link" to={href("/flows")}>
              Look at your flows
            </Link>
          </p>
        ) : (
          <>
            <input type="hidden" name="key" value={typedOr(result, "key", key)} />
            <SelectField
              label="Start"
              name="flowId"
              error={errorAt(result, "flowId")}
              options={flows.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </>
        )}
        <p className="row-actions">
          {running ? (
            <Button name="intent" value="stop" variant="secondary">
              Stop the flow
            </Button>
          ) : (
            flows.length > 0 && (
              <Button name="intent" value="start">
                Start the flow
              </Button>
            )
          )}
          <ButtonLink to={back} variant="quiet">
            Cancel
          </ButtonLink>
        </p>
      </Form>
      {bot && <Bot name={bot.name} silentReason={silentReason} />}
    </BesideConversation>
  );
}

function Bot({ name, silentReason }: { name: string; silentReason: Reason | null }) {
  return (
    <section className="grid gap-3 border-line border-t pt-5" aria-label="Bot">
      <h3 className="wrap-anywhere">{name}</h3>
      {silentReason ? (
        <Form method="post" className="grid gap-3">
          <p className="wrap-anywhere">
            The bot is silent in this conversation: {reasons[silentReason].toLowerCase()}.
          </p>
          <p>
            <Button name="intent" value="giveBack" variant="secondary">
              Give it back to the bot
            </Button>
          </p>
        </Form>
      ) : (
        <p>The bot answers in this conversation. It is silent at once when you write to the customer.</p>
      )}
    </section>
  );
}

export { ScreenError as ErrorBoundary };
