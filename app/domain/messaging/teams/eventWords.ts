import type * as events from "#app/domain/messaging/events.ts";
import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

const teamDetails = ({ team, members, autoAssign }: { team: string; members: number; autoAssign: boolean }) =>
  (autoAssign ? m.events_team_assigns_automatically : m.events_team_assigns_by_hand)({
    team,
    members: counted(m.counts_members, members),
  });

/** The conversations of a team that the organisation's queue has instead. */
const returned = ({ team, conversations }: { team: string; conversations: number }) =>
  m.events_team_conversations_returned({
    team,
    conversations: counted(m.counts_conversations, conversations),
  });

export const teamWords: Pick<
  WordsOf<typeof events>,
  "conversation.team_changed" | "team.created" | "team.changed" | "team.emptied" | "team.deleted"
> = {
  "conversation.team_changed": ({ contact, team }) => ({
    title:
      team === null ? m.events_conversation_team_removed_title() : m.events_conversation_team_changed_title(),
    details: team === null ? contact : m.events_what_to_whom({ what: contact, whom: team }),
  }),
  "team.created": (data) => ({ title: m.events_team_created_title(), details: teamDetails(data) }),
  "team.changed": (data) => ({ title: m.events_team_changed_title(), details: teamDetails(data) }),
  "team.emptied": (data) => ({ title: m.events_team_emptied_title(), details: returned(data) }),
  "team.deleted": (data) => ({ title: m.events_team_deleted_title(), details: returned(data) }),
};
