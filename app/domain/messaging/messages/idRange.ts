import type { campaigns } from "#app/db/schema/messaging/campaigns.ts";

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

/** The least and the greatest of these ids: names the partitions that `id = any(…)` alone does not. */
export function spanOf(ids: readonly string[]): [string, string] {
  let [least, greatest] = [ids[0] ?? "", ids[0] ?? ""];
  for (const id of ids) {
    if (id < least) least = id;
    else if (id > greatest) greatest = id;
  }
  return [least, greatest];
}
