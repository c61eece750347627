import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { clientOf } from "#app/db/client.server.ts";
import { anyId, type IdRange, idRangeAt, messageIdOf } from "#app/domain/messaging/messages/idRange.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { audienceFor, isRecipient, variablesOfContact } from "./audience.server.ts";
import type { Campaign, Template } from "./find.server.ts";
import { writeLinks } from "./links.server.ts";

/** Large enough to be efficient, small enough to keep the campaign's row locked only briefly. */
const batchRows = 5000;
const rowsPerStatement = 1000;

interface Recipient extends Person {
  messageId: string;
}

interface Person extends Record<string, unknown> {
  contactId: string;
  /** A phone number, or a user id where WhatsApp shares no number. */
  recipient: string;
  variables: Record<string, string>;
}

/** How many recipients were written; the last contact of the batch, null when no one is left; the campaign's ids. */
interface Written {
  written: number;
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
  if (wanted <= 0) return { written: 0, through: null, ids };
  const people = await nextRecipients(tx, ctx, campaign, template, wanted);
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
  if (recipients.length > 0) {
    await tx.execute(sql`
      insert into campaign_totals (org_id, campaign_id, state, count)
      values (${ctx.orgId}, ${campaign.id}, 'queued', ${recipients.length})
      on conflict (org_id, campaign_id, state) do update set count = campaign_totals.count + excluded.count`);
    // The next batch looks up existing messages: a plan for a nearly empty table would scan all of them each
    // time.
    await tx.execute(
      sql`select analyze_messages_after(${recipients.length}::int, ${now.toISOString()}::timestamptz)`,
    );
  }
  const last = recipients.length < wanted ? undefined : recipients.at(-1);
  return { written: recipients.length, through: last?.contactId ?? null, ids };
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
    select c.id as "contactId", coalesce(c.phone, c.bsuid) as recipient, ${variablesOfContact(campaign.variables)} as variables
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
  const shared = [ctx.orgId, campaign.phoneNumberId, campaign.id, campaign.templateId, now];
  const values = recipients.map((_, row) => {
    const at = shared.length + row * perRow;
    return `($1, $${at + 1}, 'out', 'template', 'queued', $2, $${at + 2}, $${at + 3}, $3, $${at + 4}, $4, $${at + 5}, $5)`;
  });
  await clientOf(tx).query({
    text: `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id,
        sequence, template_id, variables, created_at)
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
