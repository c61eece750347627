import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { clientOf } from "#app/db/client.server.ts";
import { anyId, type IdRange, idRangeAt, messageIdOf } from "#app/domain/messaging/messages/idRange.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { audienceFor, isRecipient, ownValue, variablesOfContact } from "./audience.server.ts";
import type { Campaign, Template } from "./find.server.ts";
import { writeLinks } from "./links.server.ts";
import { campaignPayments, type Payer, paymentVariables } from "./payments.ts";

/** Large enough to be efficient, small enough to keep the campaign's row locked only briefly. */
const batchRows = 5000;
const rowsPerStatement = 1000;

interface Recipient extends Person {
  messageId: string;
}

interface Person extends Record<string, unknown>, Payer {
  /** A phone number, or a user id where WhatsApp shares no number. */
  recipient: string;
  variables: Record<string, string>;
}

/** How many recipients were written; the last contact of the batch, null when no one is left; the campaign's ids. */
interface Written {
  written: number;
  /** Without a valid amount to pay. */
  skipped: number;
  through: string | null;
  ids: IdRange;
}

/**
 * Writes the next recipients of a campaign, in the order of their ids, after those that are written. They are
 * read first and then written as values: distributed tables require that.
 */
export async function writeRecipients(
  tx: Tx,
  ctx: OrgContext,
  campaign: Campaign,
  template: Template,
  quoted: number,
): Promise<Written> {
  const now = ctx.clock.now();
  const ids = idsOf(campaign, now);
  const wanted = Math.min(batchRows, quoted - campaign.recipientCount);
  if (wanted <= 0) return { written: 0, skipped: 0, through: null, ids };
  const found = await nextRecipients(tx, ctx, campaign, template, wanted);
  const people = await payersAmong(tx, ctx, campaign, found);
  const recipients = people.map((person, n) => ({
    ...person,
    messageId: messageIdOf(ids, campaign.recipientCount + n + 1),
  }));
  await writeLinks(tx, ctx, campaign, template, recipients);
  for (let at = 0; at < recipients.length; at += rowsPerStatement)
    await insertQueued(
      tx,
      ctx,
      campaign,
      recipients.slice(at, at + rowsPerStatement),
      campaign.recipientCount + at + 1,
    );
  await countQueued(tx, ctx, campaign, recipients.length);
  const last = found.length < wanted ? undefined : found.at(-1);
  return {
    written: recipients.length,
    skipped: found.length - people.length,
    through: last?.contactId ?? null,
    ids,
  };
}

async function countQueued(tx: Tx, ctx: OrgContext, { id }: Campaign, count: number): Promise<void> {
  if (count === 0) return;
  await tx.execute(sql`
    insert into campaign_totals (org_id, campaign_id, state, count) values (${ctx.orgId}, ${id}, 'queued', ${count})
    on conflict (org_id, campaign_id, state) do update set count = campaign_totals.count + excluded.count`);
  // The next batch looks up existing messages: a plan for a nearly empty table would scan all of them each
  // time.
  const now = ctx.clock.now().toISOString();
  await tx.execute(sql`select analyze_messages_after(${count}::int, ${now}::timestamptz)`);
}

/**
 * Those who can be asked for money, with the words of their payment; all where the campaign asks for none. A retry asks
 * with the key of the campaign that failed, so that its recipients are asked once.
 */
async function payersAmong(
  tx: Tx,
  ctx: OrgContext,
  { id, audience, payment, variables }: Campaign,
  found: readonly Person[],
): Promise<readonly Person[]> {
  if (payment === null) return found;
  const key = audience.kind === "failed_of" ? audience.campaignId : id;
  const wordsOf = await campaignPayments().ask(tx, ctx, { id, key, payment }, found);
  return found.flatMap((person) => {
    const words = wordsOf.get(person.contactId);
    if (!words) return [];
    const own = Object.fromEntries(paymentVariables(variables).map(([name, part]) => [name, words[part]]));
    return [{ ...person, variables: { ...person.variables, ...own } }];
  });
}

/** Fixed when the first recipients are written. */
const idsOf = (campaign: Campaign, now: Date): IdRange => {
  const { messagesFrom, messagesTo } = campaign;
  return messagesTo === anyId.messagesTo ? idRangeAt(now, campaign) : { messagesFrom, messagesTo };
};

/** A contact that was made one with a recipient in the meantime has its message, and gets no second one. */
async function nextRecipients(
  tx: Tx,
  ctx: OrgContext,
  campaign: Campaign,
  template: Template,
  wanted: number,
): Promise<Person[]> {
  const condition = await isRecipient(tx, audienceFor(ctx, campaign.audience, template.category));
  const after = campaign.preparedThrough;
  const isNew =
    after === null
      ? sql`true`
      : sql`c.id > ${after} and not exists (
          select 1 from messages w where w.org_id = ${ctx.orgId} and w.contact_id = c.id and w.campaign_id = ${campaign.id}
            and w.id >= ${campaign.messagesFrom} and w.id < ${campaign.messagesTo}
        )`;
  const { rows } = await tx.execute<Person>(sql`
    select c.id as "contactId", coalesce(c.phone, c.bsuid) as recipient, ${variablesOfContact(campaign.variables)} as variables,
      ${campaign.payment ? ownValue(`fields.${campaign.payment.field}`) : sql`null::text`} as owed
    from contacts c where ${condition} and ${isNew} order by c.id limit ${wanted}`);
  return rows;
}

const perRow = 5;

/** `first` is the running number of the first of them. */
async function insertQueued(
  tx: Tx,
  ctx: OrgContext,
  campaign: Campaign,
  recipients: readonly Recipient[],
  first: number,
): Promise<void> {
  const now = ctx.clock.now();
  const fallback = campaign.sms ? "waiting" : null;
  const shared = [ctx.orgId, campaign.phoneNumberId, campaign.id, campaign.templateId, now, fallback];
  const values = recipients.map((_, row) => {
    const at = shared.length + row * perRow;
    return `($1, $${at + 1}, 'out', 'template', 'queued', $2, $${at + 2}, $${at + 3}, $3, $${at + 4}, $4, $${at + 5}, $5, $6)`;
  });
  await clientOf(tx).query({
    text: `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id,
        sequence, template_id, variables, created_at, fallback)
      values ${values.join(", ")}`,
    values: [
      ...shared,
      ...recipients.flatMap(({ messageId, contactId, recipient, variables }, row) => [
        messageId,
        contactId,
        recipient,
        first + row,
        JSON.stringify(variables),
      ]),
    ],
  });
}
