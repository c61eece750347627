import { href, Link } from "react-router";
import { z } from "zod";
import {
  seenPrice,
  submissionKey,
  templateId,
  templateValues,
} from "#app/domain/messaging/messages/schemas.ts";
import { sendTime } from "#app/domain/messaging/scheduled/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { Icon } from "#app/ui/icon.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/template";
import { sendTimeWords } from "./sendLaterWords.server.ts";
import { SendTemplate } from "./templateForm.tsx";

const toSend = z.object({
  templateId,
  key: submissionKey,
  variables: templateValues,
  maxTotalCents: seenPrice,
});
/** `laterCents`: the most that it costs later, as the form showed it. */
const schema = z.union([
  toSend.extend({ intent: z.literal("later"), at: sendTime, laterCents: seenPrice }),
  toSend.extend({ intent: z.undefined().optional() }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.chat_template_page_title() }];

export async function loader({ request, context, params: { conversationId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [sendable, later] = await Promise.all([
    api("GET /conversations/:conversationId/templates", { conversationId }),
    api("GET /conversations/:conversationId/scheduled", { conversationId }),
  ]);
  const chosen = new URL(request.url).searchParams.get("templateId");
  return {
    sendable,
    later: {
      earliest: later.earliest,
      laterCents: sendable.price.priceCentsPerMessage,
      link: m.chat_later_link(),
      label: m.common_date_and_time(),
      hint: m.chat_later_template_hint({ price: formatKes(sendable.price.priceCentsPerMessage) }),
      button: m.chat_later_schedule_button(),
    },
    template: sendable.templates.find(({ id }) => id === chosen) ?? null,
    submissionKey: crypto.randomUUID(),
  };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { conversationId } }: Route.ActionArgs) => {
    if (value.intent === "later") {
      const { templateId, variables, key, at, laterCents: maxTotalCents } = value;
      const { sendAt } = await api("POST /conversations/:conversationId/scheduled/template", {
        ...{ conversationId, templateId, variables, key, at, maxTotalCents },
      });
      const clock = await api("GET /conversations/:conversationId/scheduled", { conversationId });
      const time = sendTimeWords(sendAt, clock);
      return done(href("/chat/:conversationId", { conversationId }), m.chat_later_scheduled_done({ time }));
    }
    await api("POST /conversations/:conversationId/template", {
      conversationId,
      ...value,
    });
    return done(href("/chat/:conversationId", { conversationId }), m.common_template_sent());
  },
);

export default function ChatTemplate({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { name } = loaderData.sendable.contact;
  const back = href("/chat/:conversationId", { conversationId: params.conversationId });
  return (
    <section className="inbox-thread" aria-label={m.common_send_template()}>
      <header className="pane-head">
        <Link to={back} className="icon-button flex-none" aria-label={m.chat_template_back_to({ name })}>
          <Icon name="arrow-left" size={20} />
        </Link>
        <h2 className="leading-tight wrap-anywhere">{m.chat_template_send_template_to_heading({ name })}</h2>
      </header>
      <div className="grid max-w-xl gap-5 p-4 sm:p-6">
        <SendTemplate {...loaderData} lastResult={answer?.result} back={back} />
      </div>
    </section>
  );
}

export { alsoAfterRefusal as shouldRevalidate };
