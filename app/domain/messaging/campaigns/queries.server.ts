import { and, count, desc, eq, gt, ilike, lt, lte, or } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import {
  type CampaignStatus,
  campaignReplies,
  campaigns,
  campaignTotals,
} from "#app/db/schema/messaging/campaigns.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { isAnyOf, together } from "#app/db/together.server.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { Call, OrgContext, Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { pageOf } from "#app/platform/pageOf.ts";
import { audienceSentence, audienceText, followUpsOf, originOf } from "./describe.server.ts";
import { failureOutlook } from "./failures.server.ts";
import {
  type Campaign,
  type CampaignParts,
  findCampaign,
  isEnded,
  partsOf,
  type Template,
} from "./find.server.ts";
import { canTrack } from "./links.server.ts";
import { campaignReasonWords } from "./reasonWords.ts";

export const campaignsPerPage = 20;

/** How many messages of a campaign are in each state. */
export type StateCounts = Record<MessageState, number>;

export const noCounts = (): StateCounts => ({
  queued: 0,
  unknown: 0,
  accepted: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  cancelled: 0,
});

/** Messages that reached a stage: read ones were also delivered. `sent` means accepted by WhatsApp. */
export const stagesOf = (counts: StateCounts) => ({
  sent: counts.accepted + counts.sent + counts.delivered + counts.read,
  delivered: counts.delivered + counts.read,
  read: counts.read,
  failed: counts.failed,
});

/** The counters of campaigns, not yet queried. */
export const totalsOf = (tx: Tx, orgId: OrgId, campaignIds: string[]) =>
  tx
    .select()
    .from(campaignTotals)
    .where(and(eq(campaignTotals.orgId, orgId), isAnyOf(campaignTotals.campaignId, campaignIds)));

export function asCounts(campaignIds: string[], totals: Awaited<ReturnType<typeof totalsOf>>) {
  const all = new Map<string, StateCounts>(campaignIds.map((id) => [id, noCounts()]));
  for (const row of totals) all.get(row.campaignId)![row.state] = row.count;
  return all;
}

export const stateCounts = async (tx: Tx, orgId: OrgId, campaignIds: string[]) =>
  asCounts(campaignIds, await totalsOf(tx, orgId, campaignIds));

/** The number of replies to each campaign with any, not yet queried. */
export const repliesTo = (tx: Tx, orgId: OrgId, campaignIds: string[]) =>
  tx
    .select({ id: campaignReplies.campaignId, replied: count() })
    .from(campaignReplies)
    .where(and(eq(campaignReplies.orgId, orgId), isAnyOf(campaignReplies.campaignId, campaignIds)))
    .groupBy(campaignReplies.campaignId);

interface CampaignFilter {
  kind?: "campaign" | "broadcast" | undefined;
  status?: CampaignStatus | undefined;
  search?: string | undefined;
}

const matching = (orgId: OrgId, { kind, status, search }: CampaignFilter) =>
  and(
    eq(campaigns.orgId, orgId),
    kind && eq(campaigns.kind, kind),
    status && eq(campaigns.status, status),
    search
      ? or(ilike(campaigns.name, containing(search)), ilike(templates.name, containing(search)))
      : undefined,
  );

/** A page of campaigns, newest first; `page` counts from 1. */
export async function listCampaigns(ctx: OrgContext, filter: CampaignFilter & { page: number }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const where = matching(ctx.orgId, filter);
    const ofTemplate = and(eq(templates.orgId, campaigns.orgId), eq(templates.id, campaigns.templateId));
    const [total] = await tx
      .select({ total: count() })
      .from(campaigns)
      .leftJoin(templates, ofTemplate)
      .where(where);
    const { offset, ...place } = pageOf(total?.total ?? 0, filter.page, campaignsPerPage);
    const rows = await tx
      .select({ campaign: campaigns, template: templates.name })
      .from(campaigns)
      .leftJoin(templates, ofTemplate)
      .where(where)
      .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
      .limit(campaignsPerPage)
      .offset(offset);
    const ids = rows.map(({ campaign }) => campaign.id);
    const resultsOf = await readResults(tx, ctx.orgId, ids);
    return {
      campaigns: rows.map(({ campaign, template }) => ({
        id: campaign.id,
        name: campaign.name,
        kind: campaign.kind,
        status: campaign.status,
        template: template ?? "",
        audience: audienceText(campaign),
        recipients: campaign.recipientCount,
        ...resultsOf(campaign.id),
        scheduledFor: campaign.scheduledFor,
        createdAt: campaign.createdAt,
      })),
      ...place,
    };
  });
}

async function readResults(tx: Tx, orgId: OrgId, ids: string[]) {
  const { totals, replies } = await together(tx, {
    totals: totalsOf(tx, orgId, ids),
    replies: repliesTo(tx, orgId, ids),
  });
  const counts = asCounts(ids, totals);
  const replied = new Map(replies.map((row) => [row.id, row.replied]));
  return (id: string) => ({ ...stagesOf(counts.get(id)!), replied: replied.get(id) ?? 0 });
}

/** A campaign with its template, number and counts. @throws DomainError `campaign.not_found`. */
export async function getCampaign(ctx: OrgContext, campaignId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, campaignId);
    const { template, number } = await partsOf(tx, ctx.orgId, campaign);
    const { totals, origin, followUps } = await together(tx, {
      totals: totalsOf(tx, ctx.orgId, [campaign.id]),
      origin: originOf(tx, campaign),
      followUps: followUpsOf(tx, campaign),
    });
    const counts = asCounts([campaign.id], totals).get(campaign.id)!;
    const hasFailures = isEnded(campaign) && counts.failed > 0;
    return {
      id: campaign.id,
      name: campaign.name,
      kind: campaign.kind,
      status: campaign.status,
      statusReason: campaignReasonWords(campaign.statusReason),
      audience: campaign.audience,
      audienceText: await audienceSentence(tx, campaign),
      variables: campaign.variables,
      ...{ payment: campaign.payment, paymentSkipped: campaign.paymentSkipped },
      recipients: campaign.recipientCount,
      scheduledFor: campaign.scheduledFor,
      pace: campaign.pace,
      beyondLimit: campaign.beyondLimit,
      madeFrom: origin[0] ?? null,
      followUps,
      createdAt: campaign.createdAt,
      startedAt: campaign.startedAt,
      completedAt: campaign.completedAt,
      priceCentsPerMessage: campaign.priceCentsPerMessage,
      template: template ? templateFacts(ctx, template) : null,
      number: numberFacts(campaign, number),
      counts,
      ...stagesOf(counts),
      /** The outlook for failed messages; null while it runs, and when none failed. */
      failures: hasFailures ? await failureOutlook(tx, ctx, campaign.id, template?.category) : null,
    };
  });
}

const numberFacts = ({ phoneNumberId }: Campaign, number: CampaignParts["number"]) => ({
  phoneNumberId,
  displayPhoneNumber: number?.displayPhoneNumber ?? "",
  verifiedName: number?.verifiedName ?? "",
});

/** A template as a campaign shows it. */
export const templateFacts = (
  ctx: OrgContext,
  { id, name, language, category, status, components }: Template,
) => ({
  id,
  name,
  language,
  category,
  status,
  variables: variablesOf(components).map((variable) => ({
    ...variable,
    /** A link in its place can be counted. */
    canTrack: canTrack(ctx, components, variable.key),
  })),
});

/**
 * Much longer than the time between two batches: a campaign without progress for this long has no running
 * job.
 */
const lateAfterMs = 15_000;

/** Campaigns of all organisations whose recipients should be written by now. */
export async function dueCampaigns(services: Pick<Services, "db" | "clock">) {
  const now = services.clock.now();
  return services.db.withSystem((tx) =>
    tx
      .select({ orgId: campaigns.orgId, campaignId: campaigns.id })
      .from(campaigns)
      .where(
        or(
          and(eq(campaigns.status, "scheduled"), lte(campaigns.scheduledFor, now)),
          and(
            eq(campaigns.status, "preparing"),
            lte(campaigns.updatedAt, new Date(now.getTime() - lateAfterMs)),
          ),
        ),
      ),
  );
}

/** Campaigns of all organisations that were cancelled lately and have messages in the queue. */
export async function cancelledWithQueued(services: Pick<Services, "db" | "clock">) {
  const now = services.clock.now().getTime();
  return services.db.withSystem((tx) =>
    tx
      .select({ orgId: campaigns.orgId, campaignId: campaigns.id })
      .from(campaigns)
      .innerJoin(
        campaignTotals,
        and(eq(campaignTotals.orgId, campaigns.orgId), eq(campaignTotals.campaignId, campaigns.id)),
      )
      .where(
        and(
          eq(campaigns.status, "cancelled"),
          lte(campaigns.completedAt, new Date(now - lateAfterMs)),
          gt(campaigns.completedAt, new Date(now - 7 * 86_400_000)),
          eq(campaignTotals.state, "queued"),
          gt(campaignTotals.count, 0),
        ),
      ),
  );
}

/** Campaigns newest first, one more than `limit`; `after` is the id of the last one before. */
export async function pageOfCampaigns({
  ctx,
  input,
}: Call<{ limit: number; after?: string | undefined; status?: CampaignStatus | undefined }>) {
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(campaigns)
      .where(
        and(
          eq(campaigns.orgId, ctx.orgId),
          input.status && eq(campaigns.status, input.status),
          input.after === undefined ? undefined : lt(campaigns.id, input.after),
        ),
      )
      .orderBy(desc(campaigns.id))
      .limit(input.limit + 1),
  );
}
