import { type SQL, sql } from "drizzle-orm";
import { readFieldValue } from "#app/domain/contacts/fields/words.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import type { Known } from "./known.server.ts";
import type { Condition, Conditions } from "./schemas.ts";

export interface Compiling {
  orgId: OrgId;
  known: Known;
  now: Date;
}

const dayMs = 86_400_000;
const noContact = sql`false`;
const daysAgo = (now: Date, days: number) =>
  sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`;
const day = (now: Date, days: number) => sql`${dayOf(new Date(now.getTime() + days * dayMs))}::date`;

/** The contacts that match conditions: a query of their ids. */
export const idsOf = (given: Conditions, compiling: Compiling): SQL =>
  sql`select x.id from contacts x where x.org_id = ${compiling.orgId} and ${matchesSql("x", given, compiling)}`;

/**
 * Whether the contact `alias` matches conditions, with parameters only. `any` queries each condition
 * separately: joined by OR, none of their indexes would be used.
 */
export function matchesSql(
  alias: "c" | "x" | "y" | "contacts",
  { match, conditions }: Conditions,
  compiling: Compiling,
): SQL {
  if (conditions.length === 0) return sql`true`;
  if (match === "all" || conditions.length === 1)
    return sql.join(
      conditions.map((one) => sql`(${compiled(alias, one, compiling)})`),
      sql` and `,
    );
  const each = conditions.map(
    (one) =>
      sql`select y.id from contacts y where y.org_id = ${compiling.orgId} and (${compiled("y", one, compiling)})`,
  );
  return sql`${sql.raw(alias)}.id in (${sql.join(each, sql` union all `)})`;
}

function compiled(alias: string, one: Condition, compiling: Compiling): SQL {
  const c = sql.raw(alias);
  const { now } = compiling;
  switch (one.about) {
    case "tag":
      return isOrNot(one.op, withTag(alias, compiling.orgId, one.value));
    case "label":
      return isOrNot(
        one.op,
        sql`exists (select 1 from conversations v where v.org_id = ${compiling.orgId} and v.contact_id = ${c}.id
          and v.labels <> '{}' and ${one.value} = any(v.labels))`,
      );
    case "field":
      return inField(alias, one, compiling);
    case "consent":
      return isOrNot(one.op, consentStatusSql(alias, one.value));
    case "created":
      return one.op === "within"
        ? sql`${c}.created_at >= ${daysAgo(now, one.value)}`
        : sql`${c}.created_at < ${daysAgo(now, one.value)}`;
    case "last_seen":
      return one.op === "within"
        ? sql`${c}.last_seen_day > ${day(now, -one.value)}`
        : sql`(${c}.last_seen_day is null or ${c}.last_seen_day <= ${day(now, -one.value)})`;
    case "language":
      return inLanguage(alias, one.op, one.value);
    case "campaign":
      return inCampaign(alias, one, compiling);
    case "no_campaign":
      return sql`not exists (select 1 from campaigns k join messages m on m.org_id = ${compiling.orgId} and m.campaign_id = k.id
          and m.id >= k.messages_from and m.id < k.messages_to
        where k.org_id = ${compiling.orgId} and (k.completed_at is null or k.completed_at >= ${daysAgo(now, one.value)})
        and m.contact_id = ${c}.id and m.state in ('sent', 'delivered', 'read')
        and coalesce(m.sent_at, m.created_at) >= ${daysAgo(now, one.value)})`;
    case "segment":
      return inSegment(alias, one, compiling);
  }
}

const isOrNot = (op: "is" | "is_not", condition: SQL): SQL =>
  op === "is" ? condition : sql`not (${condition})`;

/** Whether a contact has a tag. */
export const withTag = (alias: string, orgId: OrgId, tag: string): SQL =>
  sql`exists (select 1 from contact_tags t where t.org_id = ${orgId} and t.tag = ${tag} and t.contact_id = ${sql.raw(alias)}.id)`;

/** A contact's marketing consent; an opt-out takes precedence. */
export function consentStatusSql(alias: string, value: "granted" | "none" | "opted_out"): SQL {
  const c = sql.raw(alias);
  if (value === "opted_out") return sql`${c}.opted_out_at is not null`;
  return sql`${c}.consent = ${value} and ${c}.opted_out_at is null`;
}

function inLanguage(alias: string, op: "is" | "is_not", value: string): SQL {
  const c = sql.raw(alias);
  if (value === "unknown") return op === "is" ? sql`${c}.language is null` : sql`${c}.language is not null`;
  return op === "is" ? sql`${c}.language = ${value}` : sql`${c}.language is distinct from ${value}`;
}

type FieldCondition = Extract<Condition, { about: "field" }>;

/** A deleted field, or one of another type than the condition's, matches no one. */
function inField(alias: string, { of, op, value }: FieldCondition, { orgId, known, now }: Compiling): SQL {
  const field = known.fields.get(of);
  if (!field) return noContact;
  const having = (test: SQL) =>
    sql`exists (select 1 from contact_values f where f.org_id = ${orgId} and f.field_id = ${of} and f.contact_id = ${sql.raw(alias)}.id and ${test})`;
  if (op === "set") return having(sql`true`);
  if (op === "not_set") return sql`not ${having(sql`true`)}`;
  if (op === "within" || op === "in_next") {
    const days = Number(value);
    if (field.type !== "date" || !/^[1-9]\d{0,3}$/.test(value)) return noContact;
    const [from, to] = op === "within" ? [-days, 0] : [0, days];
    return having(sql`f.day between ${day(now, from)} and ${day(now, to)}`);
  }
  if (op === "contains")
    return field.type === "text"
      ? having(sql`strpos(f.text, lower(${value}::text)) > 0 and f.text is not null`)
      : noContact;
  const read = readFieldValue(field.type === "choice" ? { ...field, type: "text" } : field, value);
  if (!read.ok || read.value === "") return noContact;
  const [column, typed] = columnOf(field.type, read.value);
  if (op === "is") return having(sql`${column} = ${typed}`);
  if (op === "is_not") return sql`not ${having(sql`${column} = ${typed}`)}`;
  if (field.type !== "number" && field.type !== "date") return noContact;
  return having(op === "more" || op === "after" ? sql`${column} > ${typed}` : sql`${column} < ${typed}`);
}

function columnOf(type: string, value: string): [SQL, SQL] {
  if (type === "number") return [sql`f.number`, sql`${value}::numeric`];
  if (type === "date") return [sql`f.day`, sql`${value}::date`];
  if (type === "yes_no") return [sql`f.yes`, sql`${value === "yes"}::boolean`];
  return [sql`f.text`, sql`left(lower(${value}::text), 200)`];
}

type CampaignCondition = Extract<Condition, { about: "campaign" }>;

const statesOf = {
  received: ["sent", "delivered", "read"],
  not_received: ["sent", "delivered", "read"],
  delivered: ["delivered", "read"],
  read: ["read"],
  not_read: ["sent", "delivered"],
  replied: ["sent", "delivered", "read"],
  not_replied: ["sent", "delivered", "read"],
  failed: ["failed"],
} as const;

function inCampaign(alias: string, { of, op }: CampaignCondition, { orgId, known }: Compiling): SQL {
  if (!known.campaigns.has(of)) return noContact;
  const answered = sql`exists (select 1 from campaign_replies r where r.org_id = ${orgId} and r.campaign_id = m.campaign_id and r.message_id = m.id)`;
  const test = op === "replied" ? answered : op === "not_replied" ? sql`not ${answered}` : sql`true`;
  const ofCampaign = (column: string) =>
    sql`(select ${sql.raw(column)} from campaigns where org_id = ${orgId} and id = ${of})`;
  const got = sql`exists (select 1 from messages m where m.org_id = ${orgId} and m.campaign_id = ${of}
    and m.id >= ${ofCampaign("messages_from")} and m.id < ${ofCampaign("messages_to")}
    and m.contact_id = ${sql.raw(alias)}.id and m.state = any(${sql.param([...statesOf[op]])}::message_state[]) and ${test})`;
  return op === "not_received" ? sql`not ${got}` : got;
}

type SegmentCondition = Extract<Condition, { about: "segment" }>;

function inSegment(alias: string, { of, op }: SegmentCondition, compiling: Compiling): SQL {
  const segment = compiling.known.segments.get(of);
  if (!segment || segment.conditions.conditions.some(({ about }) => about === "segment")) return noContact;
  const member = sql`exists (select 1 from (${idsOf(segment.conditions, compiling)}) s where s.id = ${sql.raw(alias)}.id)`;
  return op === "is" ? member : sql`not ${member}`;
}
