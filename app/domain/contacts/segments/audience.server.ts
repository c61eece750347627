import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { idsOf, matchesSql } from "./compile.server.ts";
import { knownIn } from "./known.server.ts";
import type { Conditions } from "./schemas.ts";

/** The contacts matching conditions, and exclusions; each contact counts once, for the first reason. */
export interface AudienceCounts {
  /** The contacts that match the conditions. */
  matching: number;
  /** Those that match an exclusion. */
  excluded: number;
  optedOut: number;
  noPhone: number;
  noConsent: number;
  /** The remaining ones. */
  recipients: number;
}

/** SQL about `contacts c` of one organisation. */
export interface SegmentAudience {
  /** Matches the conditions and no exclusion. */
  isMeant: SQL;
  /** Matched, and may be messaged. */
  isRecipient: SQL;
  /** A query of the ids of all recipients. */
  ids: SQL;
  count(): Promise<AudienceCounts>;
}

export interface AudienceInput {
  orgId: OrgId;
  conditions: Conditions;
  exclusions?: readonly Conditions[];
  /** Sent only to people who agreed to it. */
  marketing: boolean;
  /** Sent only to phone numbers, not to user ids. */
  needsPhone?: boolean;
  now: Date;
}

/**
 * The contacts that match `conditions` and none of `exclusions`, as SQL with parameters only, and how many of
 * them may be messaged. Conditions on deleted objects match no one.
 */
export async function audienceOf(
  tx: Tx,
  { orgId, conditions, exclusions = [], marketing, needsPhone = false, now }: AudienceInput,
): Promise<SegmentAudience> {
  const excluding = exclusions.filter((one) => one.conditions.length > 0);
  const compiling = { orgId, now, known: await knownIn(tx, orgId, [conditions, ...excluding]) };
  const matches = matchesSql("c", conditions, compiling);
  const excludedIds =
    excluding.length === 0
      ? noContacts
      : sql.join(
          excluding.map((one) => idsOf(one, compiling)),
          sql` union `,
        );
  const isMeant = sql`${matches} and not exists (select 1 from (${excludedIds}) e where e.id = c.id)`;
  const isRecipient = sql`c.org_id = ${orgId} and not ${isLeftOut({ marketing, needsPhone })} and ${isMeant}`;
  return {
    isMeant,
    isRecipient,
    ids: sql`select c.id from contacts c where ${isRecipient}`,
    count: () => countByReason(tx, { orgId, matches, excludedIds, marketing, needsPhone }),
  };
}

/** What decides whether a message may be sent to a contact. */
export interface SendingRules {
  /** Sent only to people who agreed to it. */
  marketing: boolean;
  /** Sent only to phone numbers, not to user ids. */
  needsPhone: boolean;
}

const optedOut = sql`c.opted_out_at is not null`;
const noPhone = ({ needsPhone }: SendingRules) =>
  needsPhone ? sql`c.phone is null` : sql`(c.phone is null and c.bsuid is null)`;
const noConsent = ({ marketing }: SendingRules) => (marketing ? sql`c.consent <> 'granted'` : sql`false`);

/** The condition on `contacts c` for those who may not be messaged. */
export const isLeftOut = (rules: SendingRules): SQL =>
  sql`(${optedOut} or ${noPhone(rules)} or ${noConsent(rules)})`;

/** SQL: the ids of no contact. */
export const noContacts = sql`select x.id from contacts x where false`;

/**
 * Counts the contacts of `matches`, and exclusions by their first reason: for every kind of audience, before
 * a campaign and at its start.
 */
export async function countByReason(
  tx: Tx,
  { orgId, matches, excludedIds, ...rules }: { orgId: OrgId; matches: SQL; excludedIds: SQL } & SendingRules,
): Promise<AudienceCounts> {
  const { rows } = await tx.execute<Omit<AudienceCounts, "recipients">>(sql`
    select count(*)::int as "matching", count(*) filter (where reason = 0)::int as "excluded",
      count(*) filter (where reason = 1)::int as "optedOut", count(*) filter (where reason = 2)::int as "noPhone",
      count(*) filter (where reason = 3)::int as "noConsent"
    from (
      select case when e.id is not null then 0 when ${optedOut} then 1 when ${noPhone(rules)} then 2 when ${noConsent(rules)} then 3 end as reason
      from contacts c left join (select distinct id from (${excludedIds}) as all_excluded) e on e.id = c.id
      where c.org_id = ${orgId} and ${matches}
    ) as reasons`);
  const { matching, excluded, ...left } = rows[0]!;
  const recipients = matching - excluded - left.optedOut - left.noPhone - left.noConsent;
  return { matching, excluded, ...left, recipients };
}

/** How many contacts match conditions. */
export async function countConditions(
  tx: Tx,
  { orgId, conditions, now }: { orgId: OrgId; conditions: Conditions; now: Date },
): Promise<number> {
  const compiling = { orgId, now, known: await knownIn(tx, orgId, [conditions]) };
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from contacts c where c.org_id = ${orgId} and ${matchesSql("c", conditions, compiling)}`,
  );
  return rows[0]!.count;
}
