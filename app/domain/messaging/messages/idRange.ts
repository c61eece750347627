import { type SQL, sql } from "drizzle-orm";
import type { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Ids of messages that are at least `messagesFrom` and less than `messagesTo`. A campaign has its own. */
export type IdRange = Pick<typeof campaigns.$inferSelect, "messagesFrom" | "messagesTo">;

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

/** The least id that a message of this moment can have; in SQL `message_id_at`. */
export const leastIdAt = (moment: Date): string => `msg_${hex(moment.getTime(), 12)}`;

/** Of all messages, and of campaigns that have none yet. */
export const anyId: IdRange = { messagesFrom: "", messagesTo: "msh" };

/** Follows every digit of an id. */
const afterDigits = "g";

/**
 * The ids of a campaign whose preparation begins now: all its messages lie in one partition. Recipients that
 * an earlier version has written, with ids of another kind, stay in the range.
 */
export function idRangeAt(now: Date, campaign: { id: string; recipientCount: number }): IdRange {
  // The campaign's own digits after its time.
  const start = `${leastIdAt(now)}${campaign.id.slice(-20, -8)}`;
  return {
    messagesFrom: campaign.recipientCount > 0 ? anyId.messagesFrom : start,
    messagesTo: `${start}${afterDigits}`,
  };
}

const startOf = ({ messagesTo }: IdRange) => messagesTo.slice(0, -afterDigits.length);

/**
 * The id of a campaign's message: when the campaign's preparation began, digits of the campaign, and the
 * running number. So the primary key refuses a second message with the same number.
 */
export const messageIdOf = (campaign: IdRange, sequence: number): string =>
  `${startOf(campaign)}${hex(sequence, 8)}`;

/** The ids of a campaign's messages with running numbers from `first` to `last`. */
export function idsOfNumbers(campaign: IdRange, first: number, last: number): IdRange {
  // Messages of an earlier version may be among them.
  if (campaign.messagesFrom === anyId.messagesFrom) return campaign;
  return { messagesFrom: messageIdOf(campaign, first), messagesTo: messageIdOf(campaign, last + 1) };
}

/** SQL: message `m` is among a campaign's, as far as ids say. */
export const isAmongIdsOf = (m: string, orgId: OrgId, campaignId: string): SQL => {
  const bound = (column: string) =>
    sql`(select ${sql.raw(column)} from campaigns where org_id = ${orgId} and id = ${campaignId})`;
  const id = sql.raw(`${m}.id`);
  return sql`${id} >= ${bound("messages_from")} and ${id} < ${bound("messages_to")}`;
};

/** SQL: the range of campaign `c`. */
export const rangeColumns = `c.messages_from as "messagesFrom", c.messages_to as "messagesTo"`;

/** SQL: the ids of message `m` and campaign `c` agree: the months of the campaign alone are read. */
export const isInRangeOf = (m: string, c: string): string =>
  `${m}.id >= ${c}.messages_from and ${m}.id < ${c}.messages_to`;
