import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { segments } from "#app/db/schema/contacts/segments.ts";
import type { Audience, VariableSource } from "#app/db/schema/messaging/campaigns.ts";
import type { SequenceStep } from "#app/db/schema/sequences/sequences.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { namesIn } from "#app/domain/automation/texts.ts";
import { type AudienceQuery, countAudience } from "#app/domain/messaging/campaigns/audience.server.ts";
import { namedAudience } from "#app/domain/messaging/campaigns/audienceChoice.server.ts";
import { type PlannedSms, planSmsOf } from "#app/domain/messaging/campaigns/smsOfCampaign.server.ts";
import { afterwards, priceOf, readPurse } from "#app/domain/money/quote.server.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { sequencesError } from "./errors.ts";
import { stepsOfVersion } from "./find.server.ts";
import { mostOf, needsAnchor } from "./plan.ts";
import type { EnrolmentAudience } from "./schemas.ts";

/** What enrolling an audience may cost: each contact on the way with the most messages, at today's price. */
export interface EnrolmentQuote {
  people: number;
  /** Left out: opted out, without a number, without consent. */
  leftOut: number;
  messagesEach: number;
  totalCents: number;
  walletCents: number;
  missingCents: number;
  /** Null: no SMS follows any message. */
  sms: SequenceSms | null;
}

/** The SMS that may follow messages, of several templates the dearest one and the first. */
type SequenceSms = Pick<PlannedSms, "waitSeconds" | "mostCents" | "partCents"> & {
  messagesEach: number;
  /** More than WhatsApp alone, if every one of them is sent by SMS. */
  addsCents: number;
};

export async function audienceOf(
  tx: Tx,
  ctx: OrgContext,
  { to, tag, segmentId, chosen = "" }: EnrolmentAudience,
): Promise<Audience> {
  if (to === "chosen") return { kind: "contacts", contactIds: chosen.split(",").filter(Boolean) };
  if (to !== "segment")
    return namedAudience(tx, ctx.orgId, { kind: to, tag, consent: true, skipInvalid: true });
  const [segment] = await tx
    .select({ id: segments.id })
    .from(segments)
    .where(and(eq(segments.orgId, ctx.orgId), eq(segments.id, segmentId)));
  if (!segment) throw notFound("Segment");
  const conditions = {
    match: "all" as const,
    conditions: [{ about: "segment" as const, of: segmentId, op: "is" as const }],
  };
  return namedAudience(tx, ctx.orgId, { kind: "conditions", conditions, consent: true, skipInvalid: true });
}

export const queryOf = (ctx: OrgContext, audience: Audience, marketing: boolean): AudienceQuery => ({
  ...{ orgId: ctx.orgId, audience, marketing, needsPhone: false, now: ctx.clock.now() },
});

type Send = Extract<SequenceStep, { kind: "send" }>;
type Template = typeof templates.$inferSelect;

/** What the steps send. `marketing`: nothing else, so that it reaches only those who agreed. */
async function sendsOf(tx: Tx, { orgId }: OrgContext, steps: readonly SequenceStep[]) {
  const sends = steps.filter((step): step is Send => step.kind === "send");
  const ids = sends.map(({ templateId }) => templateId);
  const rows = await tx
    .select()
    .from(templates)
    .where(and(eq(templates.orgId, orgId), sql`${templates.id} = any(${sql.param(ids)}::text[])`));
  const byId = new Map(rows.map((template) => [template.id, template]));
  const marketing = rows.length > 0 && rows.every(({ category }) => category === "MARKETING");
  const drafts = sends.flatMap((step) => {
    const template = byId.get(step.templateId);
    return template ? [{ key: step.id, template, variables: sourcesOf(step, template) }] : [];
  });
  return { marketing, drafts };
}

/** The sources of a step's values: of a text with other names than a contact's, only the sent one is known. */
function sourcesOf({ values }: Send, { components }: Template): Record<string, VariableSource> {
  const keys = variablesOf(components).map(({ key }) => key);
  return Object.fromEntries(
    values.slice(0, keys.length).map((value, place) => [keys[place], sourceOf(value)]),
  );
}

function sourceOf(value: string): VariableSource {
  const [name, ...others] = namesIn(value);
  if (name === undefined) return { from: "text", value };
  const isAlone = others.length === 0 && value.trim() === `{${name}}`;
  if (name === "anchor_date" && isAlone) return { from: "text", value: "2026-12-24" };
  return isAlone ? { from: "contact", field: name, fallback: "" } : { from: "link", url: "" };
}

/** The steps of an enrolment. */
interface Meant {
  sequenceId: string;
  version: number;
  /** A day, or empty. */
  anchor: string;
}

/** @throws DomainError `sequence.needs_date` */
export async function quoteIn(
  tx: Tx,
  ctx: OrgContext,
  { sequenceId, version, anchor }: Meant,
  audience: Audience,
): Promise<{ marketing: boolean; quoted: EnrolmentQuote }> {
  const steps = await stepsOfVersion(tx, ctx, sequenceId, version);
  if (anchor === "" && needsAnchor(steps)) throw sequencesError("sequence.needs_date", { field: "anchor" });
  const { marketing, drafts } = await sendsOf(tx, ctx, steps);
  const counts = await countAudience(tx, queryOf(ctx, audience, marketing));
  const people = counts.recipients;
  const planned = await planSmsOf(tx, ctx, audience, drafts);
  const messagesEach = mostOf(steps, ({ kind }) => kind === "send");
  const followed = new Set(planned.map(({ key }) => key));
  const sms = { planned, messagesEach: mostOf(steps, ({ id }) => followed.has(id)) };
  const price = await priceFor(tx, ctx, { people, messagesEach }, sms);
  return { marketing, quoted: { people, leftOut: counts.matching - people, messagesEach, ...price } };
}

/** Both channels: of each message the dearer one. */
async function priceFor(
  tx: Tx,
  ctx: OrgContext,
  { people, messagesEach }: { people: number; messagesEach: number },
  { planned, messagesEach: followedEach }: { planned: readonly PlannedSms[]; messagesEach: number },
) {
  const purse = await readPurse(tx, { orgId: ctx.orgId, at: ctx.clock.now() });
  const plain = priceOf(purse, people * messagesEach);
  const { walletCents } = purse;
  const [first] = planned.toSorted((a, b) => a.waitSeconds - b.waitSeconds);
  if (!first)
    return { totalCents: plain.totalCents, walletCents, missingCents: plain.missingCents, sms: null };
  const mostCents = Math.max(...planned.map((sms) => sms.mostCents));
  const followed = priceOf(purse, people * followedEach, { smsCents: mostCents });
  const rest = priceOf(afterwards(purse, followed), people * (messagesEach - followedEach));
  const totalCents = followed.totalCents + rest.totalCents;
  const { waitSeconds, partCents } = first;
  const addsCents = totalCents - plain.totalCents;
  const sms = { waitSeconds, partCents, mostCents, messagesEach: followedEach, addsCents };
  return { totalCents, walletCents, missingCents: rest.missingCents, sms };
}
