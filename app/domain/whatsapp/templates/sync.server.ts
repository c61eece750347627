import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type TemplateComponent, templates } from "#app/db/schema/whatsapp/templates.ts";
import { record } from "#app/domain/record/record.server.ts";
import {
  accessTokenOf,
  findAccount,
  listConnectedAccounts,
  type WhatsappAccount,
} from "#app/domain/whatsapp/accounts/queries.server.ts";
import { suspendAccount } from "#app/domain/whatsapp/accounts/suspend.server.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { templatesSynchronised } from "#app/domain/whatsapp/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DomainError, reasonOf } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { isTokenRefused, metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { listTemplates, type TemplateNode } from "#app/providers/meta/templates.server.ts";
import { m } from "#messages";
import { announceCategory, moveCategory } from "./changeCategory.server.ts";
import { changeTemplateStatus } from "./changeStatus.server.ts";
import { rejectionOf } from "./rejection.ts";

type Template = typeof templates.$inferSelect;

export interface SyncResult {
  read: number;
  added: number;
  changed: number;
  removed: number;
}

/**
 * Syncs the templates of one account, or of all connected ones, with Meta: adds new ones, updates the others,
 * and marks those that Meta no longer has as deleted. An account that can't be read does not block the
 * others: failures are reported at the end. Safe to run concurrently. @throws DomainError
 * `whatsapp.not_connected`, `meta.unreachable`, `meta.refused`.
 */
export async function syncTemplates({
  ctx,
  input,
}: Call<{ whatsappAccountId?: string }>): Promise<SyncResult> {
  const accounts = input.whatsappAccountId
    ? [await findAccount(ctx, input.whatsappAccountId)]
    : await listConnectedAccounts(ctx);
  if (accounts.length === 0) {
    throw whatsappError("whatsapp.not_connected:for_templates");
  }
  const result: SyncResult = { read: 0, added: 0, changed: 0, removed: 0 };
  const refusals: { account: WhatsappAccount; refusal: DomainError }[] = [];
  for (const account of accounts) {
    try {
      await syncAccount(ctx, account, result);
    } catch (refusal) {
      if (!(refusal instanceof DomainError)) throw refusal;
      refusals.push({ account, refusal });
    }
  }
  if (refusals.length > 0) throw refusalOfAll(refusals, accounts.length);
  return result;
}

async function syncAccount(ctx: OrgContext, account: WhatsappAccount, result: SyncResult): Promise<void> {
  const statesBefore = new Set((await ctx.db.withOrg(ctx.orgId, (tx) => knownOf(tx, account))).map(stateOf));
  const nodes = await readFromMeta(ctx, account);
  await ctx.db.withOrg(ctx.orgId, (tx) => merge(tx, ctx, account, { statesBefore, nodes }, result));
}

/** The first refusal, with a text that names the accounts that were not synced. */
function refusalOfAll(
  refusals: readonly { account: WhatsappAccount; refusal: DomainError }[],
  accounts: number,
): DomainError {
  const { refusal } = refusals[0]!;
  if (accounts === 1) return refusal;
  const { kind, code, retryAfterSeconds } = refusal;
  const texts = refusals.map((each) =>
    labelled(each.account.name || each.account.wabaId, each.refusal.message),
  );
  if (refusals.length < accounts) texts.push(m.errors_template_sync_others_up_to_date());
  return new DomainError(kind, code, texts.join(" "), {
    cause: refusal,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

async function readFromMeta(ctx: OrgContext, account: WhatsappAccount): Promise<TemplateNode[]> {
  try {
    return await listTemplates(ctx.graph, accessTokenOf(ctx, account), account.wabaId);
  } catch (error) {
    const refusal = metaRefusal(error);
    if (isTokenRefused(error))
      await suspendAccount({ ctx, input: { account, reason: reasonOf(refusal as DomainError) } });
    throw refusal;
  }
}

const knownOf = (tx: Tx, account: WhatsappAccount) =>
  tx
    .select()
    .from(templates)
    .where(and(eq(templates.orgId, account.orgId), eq(templates.whatsappAccountId, account.id)));

/** A template whose state changed while Meta was read is newer than Meta's list. */
const stateOf = ({ id, status, metaTemplateId }: Template) => `${id} ${status} ${metaTemplateId}`;

async function merge(
  tx: Tx,
  ctx: OrgContext,
  account: WhatsappAccount,
  { statesBefore, nodes }: { statesBefore: ReadonlySet<string>; nodes: TemplateNode[] },
  result: SyncResult,
): Promise<void> {
  const known = await knownOf(tx, account).orderBy(asc(templates.id)).for("update");
  const byId = new Map(known.map((template) => [template.metaTemplateId, template]));
  const byName = new Map(known.map((template) => [`${template.name} ${template.language}`, template]));
  const before = { ...result };
  const seen = new Set<string>();
  for (const node of nodes) {
    result.read += 1;
    const template = byId.get(node.metaTemplateId) ?? byName.get(`${node.name} ${node.language}`);
    if (!template) {
      await add(tx, ctx, account, node);
      result.added += 1;
      continue;
    }
    seen.add(template.id);
    if (!statesBefore.has(stateOf(template))) continue;
    if (await refresh(tx, ctx, template, node)) result.changed += 1;
  }
  for (const template of known) {
    if (seen.has(template.id) || !statesBefore.has(stateOf(template))) continue;
    if (template.metaTemplateId === null || template.status === "DELETED") continue;
    await changeTemplateStatus(tx, template, { status: "DELETED", rejectionReason: null }, ctx.clock);
    result.removed += 1;
  }
  const news =
    result.added + result.changed + result.removed - before.added - before.changed - before.removed;
  if (news === 0) return;
  await record(tx, ctx, templatesSynchronised, {
    subject: account.id,
    data: {
      account: account.name,
      added: result.added - before.added,
      changed: result.changed - before.changed,
      removed: result.removed - before.removed,
    },
  });
}

async function add(tx: Tx, ctx: OrgContext, account: WhatsappAccount, node: TemplateNode): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .insert(templates)
    .values({
      orgId: ctx.orgId,
      id: newId("tpl", now.getTime()),
      whatsappAccountId: account.id,
      metaTemplateId: node.metaTemplateId,
      name: node.name,
      language: node.language,
      category: node.category,
      status: node.status,
      parameterFormat: node.parameterFormat,
      components: node.components,
      rejectionReason: rejectionOf(node.rejectedReason),
      qualityScore: node.qualityScore,
      submittedAt: now,
      createdAt: now,
    })
    .onConflictDoNothing();
}

/** Returns whether anything visible to members changed. A webhook's fuller reason of rejection is kept. */
async function refresh(tx: Tx, ctx: OrgContext, template: Template, node: TemplateNode): Promise<boolean> {
  const components = withOurSamples(template.components, node.components);
  const contentChanged =
    template.category !== node.category ||
    template.qualityScore !== node.qualityScore ||
    JSON.stringify(sorted(template.components)) !== JSON.stringify(sorted(components));
  if (node.correctCategory) await announceCategory(tx, template, node.correctCategory, ctx.clock);
  await moveCategory(tx, template, node.category, ctx.clock);
  const statusChanged = template.status !== node.status;
  if (contentChanged || template.metaTemplateId !== node.metaTemplateId || !template.submittedAt) {
    await tx
      .update(templates)
      .set({
        metaTemplateId: node.metaTemplateId,
        qualityScore: node.qualityScore,
        parameterFormat: node.parameterFormat,
        components,
        submittedAt: template.submittedAt ?? ctx.clock.now(),
      })
      .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, template.id)));
  }
  if (statusChanged) {
    const rejectionReason = rejectionOf(node.rejectedReason);
    await changeTemplateStatus(tx, template, { status: node.status, rejectionReason }, ctx.clock);
  }
  return contentChanged || statusChanged;
}

/** Meta's components with our known sample files, because Meta's addresses of them change. */
function withOurSamples(known: TemplateComponent[], fresh: TemplateComponent[]): TemplateComponent[] {
  return fresh.map((component) => {
    const before = known.find(({ type }) => type === component.type);
    if (component.type === "CAROUSEL" && before?.type === "CAROUSEL")
      return {
        ...component,
        cards: (component.cards ?? []).map(({ components }, card) => ({
          components: withOurSamples(before.cards?.[card]?.components ?? [], components),
        })),
      };
    if (component.type !== "HEADER" || component.format === "TEXT") return component;
    if (before?.type !== "HEADER" || before.format !== component.format) return component;
    return before;
  });
}

/** Keys in one order, so that equal content compares equal after PostgreSQL's jsonb. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
