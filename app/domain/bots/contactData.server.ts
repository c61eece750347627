import { botConversations, botTurns } from "#app/db/schema/bots/bots.ts";
import { type ContactTable, followsConversation } from "#app/domain/record/contactTables.ts";

export const botsContactData: readonly ContactTable[] = [
  { table: botConversations, onExport: "Where the bot stands in a conversation", ...followsConversation },
  {
    table: botTurns,
    onExport: "Question and reply are messages, which the copy has",
    ...followsConversation,
  },
];
