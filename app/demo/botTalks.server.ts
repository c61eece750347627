import type { Tx } from "#app/db/client.server.ts";
import { botConversations, botTurns } from "#app/db/schema/bots/bots.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { addTalk } from "./addTalk.ts";
import { type DemoBot, demoBotTag } from "./bot.server.ts";
import { type DemoEntryKey, demoEntries } from "./botEntries.ts";
import { quietContacts } from "./inbox.ts";
import type { Talk } from "./inboxTalks.ts";

/** Customers' questions in an entry's words, minutes ago. */
const talks: readonly [key: DemoEntryKey, language: "en" | "sw" | "fr", minutesAgo: number][] = [
  ["hours", "sw", 35],
  ["location", "en", 190],
  ["deliveryPrice", "sw", 420],
  ["location", "fr", 1510],
];

interface Place {
  orgId: OrgId;
  phoneNumberId: string;
  now: Date;
}

/** Conversations held by the bot only. */
export async function loadBotTalks(tx: Tx, place: Place, bot: DemoBot): Promise<void> {
  const customers = await quietContacts(tx, place, talks.length, demoBotTag);
  for (const [index, { id: contactId }] of customers.entries())
    await addAnswered(tx, { ...place, contactId }, bot, talks[index]!);
}

async function addAnswered(
  tx: Tx,
  place: Place & { contactId: string },
  { botId, entryIdOf }: DemoBot,
  [key, language, minutesAgo]: (typeof talks)[number],
): Promise<void> {
  const [question, , reply] = demoEntries[key][language];
  const answered = minutesAgo - 0.1;
  const said: Talk["said"] = [
    [minutesAgo, "in", question],
    [answered, "bot", reply],
  ];
  const talk = await addTalk(tx, { ...place, team: [] }, { owner: null, state: "open", labels: [], said });
  const ago = (minutes: number) => new Date(place.now.getTime() - minutes * 60_000);
  const [questionId, replyId] = talk.messageIds;
  const ofBot = { orgId: place.orgId, botId, conversationId: talk.conversationId };
  await tx.insert(botConversations).values({
    ...ofBot,
    answeredThrough: questionId!,
    startedAt: ago(minutesAgo),
    updatedAt: ago(answered),
  });
  await tx.insert(botTurns).values({
    ...ofBot,
    id: newId("btn", ago(answered).getTime()),
    question,
    language,
    outcome: "answered",
    reply,
    entryIds: [entryIdOf.get(key)!],
    score: 1000,
    messageId: replyId!,
    createdAt: ago(answered),
  });
}
