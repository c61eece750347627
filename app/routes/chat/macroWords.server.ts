import type { CallOutput } from "#app/api/client.server.ts";
import { macroEndWords } from "#app/domain/messaging/inbox/cannedReplies/words.ts";
import { m } from "#messages";

type Macro = CallOutput<"GET /conversations/:conversationId">["macros"][number];

/** What a macro does, in its order: `Reply · label vip · assign to Amina · close`. */
export function macroWords(
  { replies, labels, assignee, end }: Omit<Macro, "id" | "title">,
  assignees: Assignees,
): string {
  const words = [
    replies ? m.chat_macro_does_reply() : null,
    labels.length > 0 ? m.chat_macro_does_label({ labels: labels.join(", ") }) : null,
    assignee === null ? null : m.chat_macro_does_assign({ name: assigneeName(assignee, assignees) }),
    end === null ? null : macroEndWords[end],
  ]
    .filter((part) => part !== null)
    .join(" · ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Named = readonly { id: string; name: string }[];
type Assignees = { team: Named; teams: Named };

function assigneeName(assignee: NonNullable<Macro["assignee"]>, { team, teams }: Assignees): string {
  switch (assignee.to) {
    case "runner":
      return m.chat_macro_runner();
    case "member":
      return team.find(({ id }) => id === assignee.memberId)?.name ?? m.chat_macro_former_member();
    case "team":
      return teams.find(({ id }) => id === assignee.teamId)?.name ?? m.chat_macro_deleted_team();
  }
}
