import { addToCounters } from "#app/db/addToCounters.server.ts";
import { clientOf, inOneGo, type Queryable, type Tx } from "#app/db/client.server.ts";
import type { MessageFallback, MessageState } from "#app/db/schema/messaging/messages.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { messageStates } from "./states.ts";

/** How many messages of a campaign, or of none, go from one state to another. */
export interface Moved {
  campaignId: string | null;
  from: MessageState;
  to: MessageState;
  count: number;
  /** Whether an SMS may follow, or went in its place. */
  fallback?: MessageFallback | null;
}

const campaignTotals = { table: "campaign_totals", keys: ["campaign_id", "state"], counts: ["count"] };
const hourlyTotals = { table: "hourly_totals", keys: ["hour", "direction", "state"], counts: ["count"] };

/** Campaign totals move with the rows. They are locked by campaign and state. */
export async function addToCampaignTotals(
  client: Queryable,
  orgId: OrgId,
  moved: readonly Moved[],
): Promise<void> {
  const byCampaign = new Map<string, Map<MessageState, number>>();
  for (const { campaignId, from, to, count } of moved) {
    if (campaignId === null) continue;
    const counts = byCampaign.get(campaignId) ?? new Map<MessageState, number>();
    counts.set(from, (counts.get(from) ?? 0) - count);
    counts.set(to, (counts.get(to) ?? 0) + count);
    byCampaign.set(campaignId, counts);
  }
  const rows = [...byCampaign.keys()].sort().flatMap((campaignId) =>
    messageStates.flatMap((state) => {
      const count = byCampaign.get(campaignId)!.get(state);
      return count ? [[campaignId, state, count]] : [];
    }),
  );
  await addToCounters(client, orgId, campaignTotals, rows);
}

/** The same with the hour of it, for the hourly totals. */
export interface MovedInHour extends Moved {
  direction: "in" | "out";
  hour: number;
  /** The hour in which the stages that they lost were counted. */
  lostHour: number;
}

const isAlike = (a: MovedInHour, b: MovedInHour): boolean =>
  a.campaignId === b.campaignId &&
  a.from === b.from &&
  a.to === b.to &&
  a.direction === b.direction &&
  a.fallback === b.fallback &&
  a.hour === b.hour &&
  a.lostHour === b.lostHour;

/** Adds messages that moved alike. */
export function groupMoves(moves: Iterable<MovedInHour>): MovedInHour[] {
  const groups: MovedInHour[] = [];
  for (const move of moves) {
    const group = groups.find((known) => isAlike(known, move));
    if (group) group.count += move.count;
    else groups.push(move);
  }
  return groups;
}

const way: readonly MessageState[] = ["accepted", "sent", "delivered", "read"];

/** The stages of the hourly totals for which a message in a state counts, as it does on its campaign's page: a failed one for its failure alone. */
const stagesOf = (state: MessageState): readonly MessageState[] =>
  state === "failed" ? [state] : way.slice(0, way.indexOf(state) + 1);

const hourMs = 3_600_000;

/** The hour of a moment, in milliseconds. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs) * hourMs;

/** Totals of campaigns and hours move with the rows. */
export async function addToTotals(tx: Tx, orgId: OrgId, moved: readonly MovedInHour[]): Promise<void> {
  const client = clientOf(tx);
  await inOneGo(tx, [
    () => addToCampaignTotals(client, orgId, moved),
    () => addToHourlyTotals(client, orgId, moved),
  ]);
}

/** Hourly totals move with the rows: a stage that was lost leaves the hour in which it was counted. They are locked by hour, direction and state. */
async function addToHourlyTotals(
  client: Queryable,
  orgId: OrgId,
  moved: readonly MovedInHour[],
): Promise<void> {
  const counts = new Map<
    string,
    { hour: number; direction: "in" | "out"; state: MessageState; by: number }
  >();
  const add = (hour: number, direction: "in" | "out", state: MessageState, by: number) => {
    const key = `${hour} ${direction} ${state}`;
    const known = counts.get(key);
    if (known) known.by += by;
    else counts.set(key, { hour, direction, state, by });
  };
  for (const { direction, from, to, hour, lostHour, count } of moved) {
    const [before, after] = [stagesOf(from), stagesOf(to)];
    for (const state of after) if (!before.includes(state)) add(hour, direction, state, count);
    for (const state of before) if (!after.includes(state)) add(lostHour, direction, state, -count);
  }
  const inOrder = [...counts.values()]
    .filter(({ by }) => by !== 0)
    .sort(
      (a, b) =>
        a.hour - b.hour ||
        a.direction.localeCompare(b.direction) ||
        messageStates.indexOf(a.state) - messageStates.indexOf(b.state),
    );
  const rows = inOrder.map(({ hour, direction, state, by }) => [new Date(hour), direction, state, by]);
  await addToCounters(client, orgId, hourlyTotals, rows);
}
