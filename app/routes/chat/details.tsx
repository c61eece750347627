import { href, Link, useLocation } from "react-router";
import { z } from "zod";
import type { ApiClient } from "#app/api/client.server.ts";
import {
  conversationState,
  labels,
  noteText,
  seenOwner,
} from "#app/domain/messaging/conversations/schemas.ts";
import { stateWords } from "#app/domain/messaging/conversations/words.ts";
import { submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { seenTeam } from "#app/domain/messaging/teams/schemas.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { listed } from "#app/platform/text/listed.ts";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/details";
import { conversationListId } from "./conversationListId.ts";
import { crmLines } from "./crmLines.server.ts";
import { ConversationPanel } from "./panel.tsx";
import { wordedThread } from "./threadWords.server.ts";

/** A member or a team, `member:mem_…`; without an id, none. */
const assigneeChoice = z
  .string()
  .max(80)
  .regex(/^(member|team):/);

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("claim") }),
  z.object({
    intent: z.literal("owner"),
    assignee: assigneeChoice,
    from: seenOwner,
    fromTeam: seenTeam,
  }),
  z.object({ intent: z.literal("state"), state: conversationState }),
  z.object({ intent: z.literal("unsnooze") }),
  z.object({
    intent: z.literal("label"),
    labels: labels.refine((list) => list.length > 0, { error: () => m.chat_bulk_labels_required() }),
  }),
  z.object({ intent: z.literal("unlabel"), label: z.string() }),
  z.object({ intent: z.literal("note"), note: noteText, noteKey: submissionKey }),
  z.object({ intent: z.literal("unread") }),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.chat_details_page_title({ conversationName: loaderData.thread.conversation.name }) },
];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const thread = await orThrowPage(api("GET /conversations/:conversationId", { conversationId }));
  const crm = await orThrowPage(crmLines(api, thread.conversation));
  return { thread: wordedThread(thread), crm, noteKey: crypto.randomUUID() };
}

export const action = formAction(
  schema,
  async ({ value, api, request }, { params: { conversationId } }: Route.ActionArgs) => {
    const { text, leaves } = await decide(api, conversationId, value);
    const { search } = new URL(request.url);
    // Back at the list itself, where nothing opens: it would be read at once.
    const part = value.intent === "unread" ? `#${conversationListId}` : "";
    return done(
      leaves
        ? `${href("/chat")}${search}${part}`
        : `${href("/chat/:conversationId", { conversationId })}${search}`,
      text,
    );
  },
);

const labelChangeOf = (value: Extract<z.output<typeof schema>, { intent: "label" | "unlabel" }>) =>
  value.intent === "label" ? { add: value.labels } : { remove: value.label };

/** To a member, or to a team: the pressed button names one of them. */
async function assign(
  api: ApiClient,
  conversationId: string,
  { assignee, from, fromTeam }: Extract<z.output<typeof schema>, { intent: "owner" }>,
): Promise<string> {
  const [kind, id = ""] = assignee.split(":");
  if (kind === "team") {
    await api("PUT /conversations/:conversationId/team", { conversationId, teamId: id, from, fromTeam });
    return id === "" ? m.chat_details_no_team_text() : m.chat_details_team_text();
  }
  await api("PUT /conversations/:conversationId/owner", { conversationId, memberId: id, from });
  return id ? m.chat_details_conversation_assigned_text() : m.chat_details_unassigned_text();
}

/** `leaves`: the member is done here, and returns to the list. */
async function decide(
  api: ApiClient,
  conversationId: string,
  value: z.output<typeof schema>,
): Promise<{ text: string; leaves?: boolean }> {
  switch (value.intent) {
    case "claim":
      await api("POST /conversations/:conversationId/claim", { conversationId });
      return { text: m.chat_details_claimed_text() };
    case "owner":
      return { text: await assign(api, conversationId, value) };
    case "state": {
      await api("PUT /conversations/:conversationId/state", { conversationId, state: value.state });
      const name = inSentence(stateWords[value.state].name);
      return { text: m.chat_details_state_changed({ name }), leaves: value.state === "closed" };
    }
    case "unsnooze":
      await api("DELETE /conversations/:conversationId/snooze", { conversationId });
      return { text: m.chat_snooze_ended_done() };
    case "label":
    case "unlabel":
      await api("PUT /conversations/:conversationId/labels", { conversationId, ...labelChangeOf(value) });
      return { text: m.chat_details_labels_saved_text() };
    case "note": {
      const input = { conversationId, note: value.note, key: value.noteKey };
      const { notified } = await api("POST /conversations/:conversationId/notes", input);
      if (notified.length === 0) return { text: m.chat_details_note_added_text() };
      return { text: m.chat_details_note_added_notified_text({ names: listed(notified) }) };
    }
    case "unread":
      await api("POST /conversations/:conversationId/unread", { conversationId });
      return { text: m.chat_details_marked_as_unread_text(), leaves: true };
  }
}

/** The side panel of the thread, as a screen of its own on small windows. */
export default function ConversationDetails({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { search } = useLocation();
  const { thread, crm, noteKey } = loaderData;
  const path = href("/chat/:conversationId", { conversationId: thread.conversation.id });
  return (
    <section className="inbox-thread" aria-label={m.common_details()}>
      <header className="pane-head">
        <Link
          to={`${path}${search}`}
          className="icon-button"
          aria-label={m.chat_details_back_to({ conversationName: thread.conversation.name })}
        >
          <Icon name="arrow-left" size={20} />
        </Link>
        <h2 className="truncate">{thread.conversation.name}</h2>
      </header>
      <div className="max-w-xl">
        {answer && (
          <div className="p-4 pb-0">
            <ErrorSummary title={m.common_nothing_was_changed()} errors={problemsOf(answer.result)} />
          </div>
        )}
        <ConversationPanel
          conversation={thread.conversation}
          words={thread.panel}
          crm={crm}
          action={`${path}/details${search}`}
          noteKey={noteKey}
          lastResult={answer?.result}
        />
      </div>
    </section>
  );
}

export { alsoAfterRefusal as shouldRevalidate };
