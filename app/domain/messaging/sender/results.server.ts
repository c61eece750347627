import { and, eq, sql } from "drizzle-orm";
import { clientOf, inOneGo, type Queryable, type Tx } from "#app/db/client.server.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { takeDue } from "#app/db/takeDue.server.ts";
import { learnUserIds } from "#app/domain/contacts/learnUserIds.server.ts";
import { finishCampaign } from "#app/domain/messaging/campaigns/finish.server.ts";
import { pauseCampaignForReason } from "#app/domain/messaging/campaigns/pause.server.ts";
import { applyMoves } from "#app/domain/messaging/messages/applyMoves.server.ts";
import { acceptQueued, type Move } from "#app/domain/messaging/messages/move.server.ts";
import { answerLost } from "#app/domain/messaging/messages/reasons.ts";
import { syncTemplatesJob } from "#app/domain/whatsapp/jobs.ts";
import type { Services } from "#app/platform/context.ts";
import type { Reason } from "#app/platform/errors.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import { doubtIsOver, waitedLongest } from "./claims.server.ts";
import { intakeOpenSince } from "./heartbeats.server.ts";
import { notifySoon } from "./notifySoon.server.ts";
import { numbersWaiting } from "./numbers.server.ts";
import { holdsNumber } from "./tenure.server.ts";
import { endLeases } from "./work.server.ts";

/** The result of one message, with its lease; none for a claimed single one. */
export interface SendResult extends Move {
  leaseId?: string | null;
}

/** A batch of results of one phone number. */
export interface Results {
  orgId: OrgId;
  phoneNumberId: string;
  /** Whoever sends for the number; another one may have taken over in the meantime. */
  holder: string;
  /** First responses to leased rows and single messages that Meta accepted: nearly all. Durable ones leave the batch. */
  accepted: readonly Move[];
  moves: readonly SendResult[];
  /** Leases of which every row has its result in this batch or before. */
  endedLeases: readonly string[];
  /** Campaigns that cannot continue, with the reason. */
  pauses: ReadonlyMap<string, Reason>;
  /** Meta refused the account or a template. */
  accountRefused: boolean;
  /** Campaigns with rows returned to the queue. */
  givenBack: ReadonlySet<string>;
}

const isEmpty = ({ accepted, moves, endedLeases, pauses, accountRefused }: Results) =>
  accepted.length + moves.length + endedLeases.length + pauses.size === 0 && !accountRefused;

/**
 * Makes a batch of results durable: what was accepted at once in a transaction of its own, everything else in another,
 * with ended leases and the money of what failed. Returns rows that may go back to the queue only together with the end of
 * their lease, since the number is held no more.
 */
export async function writeResults(services: Services, batch: Results): Promise<SendResult[]> {
  const waiting = await writeBatch(services, batch);
  notifySoon(services, batch.orgId);
  return waiting;
}

async function writeBatch(services: Services, batch: Results): Promise<SendResult[]> {
  const { orgId, endedLeases } = batch;
  await learnPeople(services, batch);
  if (batch.accepted.length > 0) await writeAccepted(services, batch);
  if (isEmpty(batch)) return [];
  return services.db.withSystem(async (tx) => {
    const client = clientOf(tx);
    const at = services.clock.now();
    const campaignIds = [...new Set([...batch.givenBack, ...batch.pauses.keys()])];
    const putsBack = batch.moves.some(({ state }) => state === "queued");
    const holds = putsBack && (await holdsNumber(client, batch));
    // Campaigns before messages, as every verb locks them.
    if (campaignIds.length > 0) await lockCampaigns(client, orgId, campaignIds);
    const ended = await endLeases(client, batch);
    const mayMove = ({ state, leaseId }: SendResult) =>
      state !== "queued" || holds || ended.has(leaseId ?? "");
    const isLast = batch.pauses.size === 0 && !batch.accountRefused;
    await applyMoves(tx, { orgId, moves: batch.moves.filter(mayMove), at, isLast });
    for (const [campaignId, reason] of batch.pauses)
      await pauseCampaignForReason(tx, { orgId, campaignId, reason, at });
    if (batch.accountRefused) await rereadAccount(tx, services, batch);
    return batch.moves.filter(
      (move) => !mayMove(move) && move.leaseId && !endedLeases.includes(move.leaseId),
    );
  });
}

/** What was accepted at once leaves the batch, and what ends with it; what is no longer queued becomes a move. */
async function writeAccepted(services: Services, batch: Results): Promise<void> {
  const { orgId, accepted, moves } = batch;
  // Rows that are in this batch in another way end their leases together with it.
  const ends = moves.length === 0;
  const overtaken = await services.db.withSystem(async (tx) => {
    const client = clientOf(tx);
    const [, notAccepted] = await inOneGo(tx, [
      async () => ends && endLeases(client, batch),
      () => acceptQueued(tx, orgId, accepted),
    ]);
    return notAccepted;
  });
  batch.accepted = [];
  batch.moves = [...moves, ...overtaken];
  if (ends) batch.endedLeases = [];
}

/** User ids in Meta's responses. Statuses repeat them, so errors here block no result. */
async function learnPeople(services: Services, { orgId, accepted, moves }: Results): Promise<void> {
  const people = [...accepted, ...moves].flatMap(({ person }) => person ?? []);
  if (people.length === 0) return;
  await services.db
    .withSystem((tx) => learnUserIds(tx, services, orgId, people))
    .catch((error) => services.log.warn({ err: error, orgId }, "user ids of responses not saved"));
}

/** Account and templates are read from Meta again, so that a lost connection shows at once. */
async function rereadAccount(
  tx: Tx,
  services: Services,
  { orgId, phoneNumberId }: { orgId: OrgId; phoneNumberId: string },
): Promise<void> {
  const [number] = await tx
    .select({ whatsappAccountId: phoneNumbers.whatsappAccountId })
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId)));
  if (number)
    await services.jobs.enqueue(
      syncTemplatesJob,
      { orgId, ...number },
      { tx, key: number.whatsappAccountId },
    );
}

const lockCampaigns = (client: Queryable, orgId: OrgId, campaignIds: readonly string[]) =>
  client.query({
    name: "lock-campaigns",
    text: "select id from campaigns where org_id = $1 and id = any($2) order by id for update",
    values: [orgId, campaignIds],
  });

/** SQL: message `t` is of a cancelled campaign, or has been in doubt for the longest wait, and its number is not among `$3`. */
const isToEnd = `exists (select 1 from campaigns c where c.org_id = t.org_id and c.id = t.campaign_id and c.status = 'cancelled')
  or ${waitedLongest("t")} and t.phone_number_id <> all($3)`;

/**
 * Messages in doubt fail when their grace has passed without a status and they are not sent again: those of a cancelled
 * campaign, and those in doubt for the longest wait whose number is not among the keys of `statusesSince`.
 */
export async function endUnknown(
  services: Services,
  graceSeconds: number,
  statusesSince: ReadonlyMap<string, Date>,
): Promise<void> {
  const unknown = {
    name: "unknown",
    table: "messages",
    isDue: `t.due_at <= now() and t.state = 'unknown' and (${isToEnd}) and ${doubtIsOver("t", "$2::timestamptz", "$1")}`,
    values: [graceSeconds, await intakeOpenSince(services.db.system), [...statusesSince.keys()]],
    order: "t.id",
    line: "phone_number_id",
  };
  await takeDue(services, unknown, 1000, async (tx, orgId, ids) => {
    const at = services.clock.now();
    const silent = await idsWithoutWebhooks(clientOf(tx), orgId, ids);
    const moves = silent.map((id) => ({ id, state: "failed" as const, at, errorCode: answerLost }));
    await applyMoves(tx, { orgId, moves, at });
    return [];
  });
}

/** Those of the locked messages about whose numbers no webhooks are pending. */
async function idsWithoutWebhooks(
  client: Queryable,
  orgId: OrgId,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string; phoneNumberId: string }>({
    name: "numbers-of-unknown",
    text: `select id, phone_number_id as "phoneNumberId" from messages where org_id = $1 and id = any($2) and id between $3 and $4`,
    values: [orgId, ids, ...spanOf(ids)],
  });
  const waiting = await numbersWaiting(client, rows, 0);
  return rows.flatMap(({ id, phoneNumberId }) => (waiting.has(phoneNumberId) ? [] : id));
}

/** Completes a campaign when no row of it is open. */
export async function finishIfDone(services: Services, orgId: OrgId, campaignId: string): Promise<void> {
  await services.db.withSystem(async (tx) => {
    const { rows } = await tx.execute<{ open: boolean }>(sql`
      select exists (
        select 1 from campaign_totals t where t.org_id = ${orgId} and t.campaign_id = c.id and t.state in ('queued', 'unknown') and t.count > 0
      ) as open
      from campaigns c where c.org_id = ${orgId} and c.id = ${campaignId} and c.status = 'sending' and c.next_sequence > c.recipient_count
      for update of c skip locked`);
    const campaign = rows[0];
    if (campaign && !campaign.open) await finishCampaign(tx, { orgId, campaignId, at: services.clock.now() });
  });
}
