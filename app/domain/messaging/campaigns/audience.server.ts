import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { Audience, FollowUpGroup, VariableSource } from "#app/db/schema/messaging/campaigns.ts";
import {
  type AudienceCounts,
  audienceOf,
  countByReason,
  isLeftOut,
  noContacts,
} from "#app/domain/contacts/segments/audience.server.ts";
import { storedConditions } from "#app/domain/contacts/segments/schemas.ts";
import { isAmongIdsOf, isInRangeOf } from "#app/domain/messaging/messages/idRange.ts";
import { retryWaits } from "#app/domain/messaging/messages/reasons.ts";
import type { TemplateCategory } from "#app/domain/whatsapp/templates/words.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { samplePayment } from "./payments.ts";

export interface AudienceQuery {
  orgId: OrgId;
  audience: Audience;
  /** Marketing is sent only to people who agreed to it. */
  marketing: boolean;
  /** One-time codes go to phone numbers only; everything else also to user ids. */
  needsPhone: boolean;
  now: Date;
}

/** What a template's category requires of its recipients. */
export const rulesOf = (category: TemplateCategory | undefined) => ({
  marketing: category === "MARKETING",
  needsPhone: category === "AUTHENTICATION",
});

/** An audience, as far as a template of the category may be sent to it now. */
export const audienceFor = (
  ctx: OrgContext,
  audience: Audience,
  category: TemplateCategory,
): AudienceQuery => ({ orgId: ctx.orgId, audience, ...rulesOf(category), now: ctx.clock.now() });

/** The condition on `contacts c` that an audience means, whether they may be sent to or not. */
async function isMeant(tx: Tx, query: AudienceQuery): Promise<SQL> {
  const { orgId, audience, now } = query;
  switch (audience.kind) {
    case "conditions":
      return (await chosenBy(tx, query, audience)).isMeant;
    case "none":
      return sql`false`;
    case "all":
      return sql`true`;
    case "tag":
      return sql`c.tags @> array[${audience.tag}]::text[]`;
    case "numbers":
      return sql`c.phone = any(${sql.param(audience.numbers)}::text[])`;
    case "contacts":
      return sql`c.id = any(${sql.param(audience.contactIds)}::text[])`;
    case "failed_of":
      return sql`c.id in (
          select last.contact_id from (${lastTryOfFailed(orgId, audience.campaignId)}) last
          where last.state = 'failed' and last.ready_at <= ${now.toISOString()}::timestamptz
        )`;
    case "follow_up":
      return sql`c.id in (select m.contact_id from messages m
          where m.org_id = ${orgId} and m.campaign_id = ${audience.campaignId}
            and ${isAmongIdsOf("m", orgId, audience.campaignId)} and m.contact_id is not null and ${isInGroup(orgId, audience.to)})`;
  }
}

/** Contacts that match an audience's conditions. */
const chosenBy = (
  tx: Tx,
  { orgId, marketing, needsPhone, now }: AudienceQuery,
  { conditions, exclude }: Extract<Audience, { kind: "conditions" }>,
) =>
  audienceOf(tx, {
    orgId,
    conditions: storedConditions(conditions),
    exclusions: [storedConditions(exclude)],
    marketing,
    needsPhone,
    now,
  });

/** The condition on a message `m` of a campaign for the recipients of a follow-up. */
function isInGroup(orgId: OrgId, group: FollowUpGroup): SQL {
  if (group === "failed") return sql`m.failed_at is not null and m.state = 'failed' and m.fallback is null`;
  if (group === "not_read") return sql`m.state in ('accepted', 'sent', 'delivered')`;
  return sql`m.state in ('accepted', 'sent', 'delivered', 'read') and not exists (
    select 1 from campaign_replies r where r.org_id = ${orgId} and r.campaign_id = m.campaign_id and r.message_id = m.id)`;
}

/** SQL: the ids of a campaign, of what it retries, and of everything that retries one of them. */
export const retriesAround = (orgId: OrgId, campaignId: string): SQL => sql`
  with recursive retries as (
    select id, audience ->> 'campaignId' as source from campaigns where org_id = ${orgId} and audience ->> 'kind' = 'failed_of'
  ), family (id) as (
    select ${campaignId}::text
    union
    select case when r.id = f.id then r.source else r.id end from family f join retries r on f.id in (r.id, r.source)
  )
  select id from family`;

/**
 * SQL: the last try for each contact that a campaign failed to reach: of it or any retry around it, first
 * successful ones, then the newest. `ready_at` is when a retry can succeed, null for never. Failures are
 * found by their index; retries are searched only if there are any.
 */
export const lastTryOfFailed = (orgId: OrgId, campaignId: string): SQL => sql`
    with failed as materialized (
      select m.id, m.contact_id, m.state, m.error_code, m.failed_at, m.created_at from messages m
      where m.org_id = ${orgId} and m.campaign_id = ${campaignId} and ${isAmongIdsOf("m", orgId, campaignId)}
        and m.failed_at is not null and m.state = 'failed' and m.fallback is null
        and m.contact_id is not null
    ), tries as (
      select * from failed
      union all
      select r.id, r.contact_id, r.state, r.error_code, r.failed_at, r.created_at
      from (
        select c.id, c.messages_from, c.messages_to from (${retriesAround(orgId, campaignId)}) family
        join campaigns c on c.org_id = ${orgId} and c.id = family.id where c.id <> ${campaignId}
      ) around
      join messages r on r.org_id = ${orgId} and r.campaign_id = around.id and ${sql.raw(isInRangeOf("r", "around"))} and r.state <> 'cancelled'
      where r.contact_id in (select contact_id from failed)
    )
    select distinct on (t.contact_id) t.contact_id, t.state, t.error_code,
      coalesce(t.failed_at, t.created_at) + make_interval(hours => w.hours) as ready_at
    from tries t
    left join unnest(${sql.param(retryWaits.map(({ errorCode }) => errorCode))}::int[], ${sql.param(retryWaits.map(({ hours }) => hours))}::int[])
      as w(code, hours) on w.code = t.error_code
    order by t.contact_id, t.state = 'failed', t.id desc`;

/** The condition on `contacts c` for all recipients. */
export const isRecipient = async (tx: Tx, query: AudienceQuery): Promise<SQL> =>
  sql`c.org_id = ${query.orgId} and not ${isLeftOut(query)} and ${await isMeant(tx, query)}`;

/** An audience and its exclusions: counted by quotes, the form and the start. */
export async function countAudience(tx: Tx, query: AudienceQuery): Promise<AudienceCounts> {
  const { audience, orgId, marketing, needsPhone } = query;
  if (audience.kind === "conditions") return (await chosenBy(tx, query, audience)).count();
  const matches = await isMeant(tx, query);
  return countByReason(tx, { orgId, matches, excludedIds: noContacts, marketing, needsPhone });
}

/** Fields of a contact that a variable can take its value from; imported columns follow as `fields.<column>`. */
export const contactFields = ["name", "first_name", "phone"] as const;

export interface FallbackCount {
  /** The variable. */
  key: string;
  fallback: string;
  /** Recipients without a value in the variable's field. */
  people: number;
}

function fieldValue(field: string): SQL {
  if (field === "name") return sql`c.name`;
  if (field === "first_name") return sql`split_part(btrim(c.name), ' ', 1)`;
  if (field === "phone") return sql`c.phone`;
  return sql`contact_field(c.fields, ${field.replace(/^fields\./, "")}::text)`;
}

/** A contact's value of a field, on one line; null when it is empty. */
export const ownValue = (field: string): SQL =>
  sql`nullif(btrim(regexp_replace(${fieldValue(field)}, '\\s+', ' ', 'g')), '')`;

/**
 * The values of a template's variables for `contacts c`, as jsonb `{key: value}`. Meta refuses line breaks and runs of
 * blanks in a value (facts/whatsapp-cloud-api.md §8.4), so each run of white space becomes one blank.
 */
export function variablesOfContact(variables: Record<string, VariableSource>): SQL {
  const pairs = Object.entries(variables).map(([key, source]) => {
    // The recipient's own payment replaces the sample when the message is written.
    if (source.from === "payment") return sql`${key}::text, ${samplePayment[source.part]}::text`;
    // A link of the recipient's own is put in when the message is written.
    if (source.from === "link") return sql`${key}::text, ''::text`;
    if (source.from === "text") return sql`${key}::text, ${source.value.replace(/\s+/g, " ").trim()}::text`;
    return sql`${key}::text, coalesce(${ownValue(source.field)}, ${source.fallback.replace(/\s+/g, " ").trim()}::text)`;
  });
  return sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`;
}

/** For each variable that is taken from a field, how many recipients get its fallback instead. */
export async function countFallbacks(
  tx: Tx,
  query: AudienceQuery & { variables: Record<string, VariableSource> },
): Promise<FallbackCount[]> {
  const taken = Object.entries(query.variables).flatMap(([key, source]) =>
    source.from === "contact" ? [{ key, ...source }] : [],
  );
  if (taken.length === 0) return [];
  const counts = taken.map(({ field }) => sql`count(*) filter (where ${ownValue(field)} is null)::int`);
  const { rows } = await tx.execute<{ counts: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as counts from contacts c where ${await isRecipient(tx, query)}`,
  );
  return taken.map(({ key, fallback }, index) => ({ key, fallback, people: rows[0]!.counts[index]! }));
}
