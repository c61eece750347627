import { z } from "zod";
import { cancelCampaign } from "#app/domain/messaging/campaigns/cancel.server.ts";
import { findCampaign } from "#app/domain/messaging/campaigns/find.server.ts";
import { pauseCampaign } from "#app/domain/messaging/campaigns/pause.server.ts";
import { planCampaign } from "#app/domain/messaging/campaigns/plan.server.ts";
import { getProgress } from "#app/domain/messaging/campaigns/progress.server.ts";
import { pageOfCampaigns } from "#app/domain/messaging/campaigns/queries.server.ts";
import { quoteCampaign } from "#app/domain/messaging/campaigns/quote.server.ts";
import { campaignReasonWords } from "#app/domain/messaging/campaigns/reasonWords.ts";
import { resumeCampaign } from "#app/domain/messaging/campaigns/resume.server.ts";
import { campaignName, variableText } from "#app/domain/messaging/campaigns/schemas.ts";
import { startCampaign } from "#app/domain/messaging/campaigns/start.server.ts";
import { campaignStatuses } from "#app/domain/messaging/campaigns/words.ts";
import { exampleMessage } from "#app/platform/exampleMessage.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { call, idField, iso, type KeyContext, moment, momentOrNull } from "./call.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";
import type { CallId } from "./words.ts";

const group = "campaigns";
const cents = z.number().int().meta({ description: "KES cents." });

const campaign = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(campaignStatuses),
    status_reason: z.string().nullable(),
    template_id: z.string(),
    from: z.string(),
    recipients: z.number().int(),
    scheduled_for: momentOrNull,
    created_at: moment,
  })
  .meta({ id: "Campaign" });

type Row = Awaited<ReturnType<typeof pageOfCampaigns>>[number];

const show = (row: Row): z.input<typeof campaign> => ({
  id: row.id,
  name: row.name,
  status: row.status,
  status_reason: campaignReasonWords(row.statusReason),
  template_id: row.templateId,
  from: row.phoneNumberId,
  recipients: row.recipientCount,
  scheduled_for: iso(row.scheduledFor),
  created_at: iso(row.createdAt),
});

const one = z.object({ campaign_id: idField("campaign_id", "campaign") });
const nameOne = (input: z.output<typeof one>) => ({ campaignId: input.campaign_id });
const read = async (ctx: KeyContext, input: z.output<typeof one>) =>
  show(await ctx.db.withOrg(ctx.orgId, (tx) => findCampaign(tx, ctx.orgId, input.campaign_id)));

const audience = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("all") }),
  z.strictObject({ type: z.literal("tag"), tag: z.string().min(1).max(60) }),
  z.strictObject({
    type: z.literal("numbers"),
    numbers: z.array(z.string().min(1).max(60)).min(1).max(10_000),
    consent: z.boolean().default(false).meta({ description: "These people agreed to get messages." }),
  }),
]);
const variable = z.union([
  z.strictObject({ text: variableText }),
  z.strictObject({ field: z.string().min(1).max(100), fallback: variableText }),
]);

/** Why a campaign cannot be sent now. */
const notSendable = [
  "campaign.template_not_approved",
  "campaign.template_unsupported",
  "campaign.number_not_connected",
  "campaign.variables_missing",
  "organisation.suspended",
];

const step = (
  id: CallId,
  errors: string[],
  run: (call: { ctx: KeyContext; input: { campaignId: string } }) => Promise<unknown>,
) =>
  call({
    scope: "campaigns:write",
    group,
    id,
    input: one,
    output: campaign,
    errors: ["campaign.not_found", ...errors],
    async run({ ctx, input }) {
      await run({ ctx, input: nameOne(input) });
      return read(ctx, input);
    },
  });

export const campaigns = {
  "POST /v1/campaigns": call({
    scope: "campaigns:write",
    group,
    id: "create-a-campaign",
    input: z.object({
      name: campaignName,
      template: z.string().min(1).max(512),
      language: z.string().min(2).max(20).optional(),
      from: idOf("phoneNumber").optional(),
      audience,
      variables: z.record(z.string().max(100), variable).default({}),
      scheduled_for: z.iso.datetime().optional(),
    }),
    output: campaign,
    status: 201,
    example: {
      name: "Orders of this week",
      template: exampleMessage.template,
      language: exampleMessage.language,
      audience: { type: "tag", tag: "vip" },
      variables: { "1": { field: "first_name", fallback: "there" }, "2": { text: "Nairobi" } },
    },
    errors: [
      "template.not_found",
      "template.language_needed",
      "whatsapp_number.not_found",
      "whatsapp_number.none_connected",
      "campaign.bad_audience",
      "campaign.bad_numbers",
      "campaign.scheduled_in_past",
      "campaign.variables_missing",
      "campaign.value_refused",
      "template.file_missing",
    ],
    async run({ ctx, input: { audience: chosen, scheduled_for: at, variables, ...setup } }) {
      const { campaignId } = await planCampaign({
        ctx,
        input: {
          ...setup,
          audience:
            chosen.type === "numbers"
              ? {
                  kind: "numbers",
                  numbers: chosen.numbers.join("\n"),
                  consent: chosen.consent,
                  skipInvalid: false,
                }
              : {
                  kind: chosen.type,
                  tag: chosen.type === "tag" ? chosen.tag : undefined,
                  consent: false,
                  skipInvalid: false,
                },
          variables: Object.fromEntries(
            Object.entries(variables).map(([key, source]) => [
              key,
              "text" in source
                ? { from: "text" as const, value: source.text }
                : { from: "contact" as const, ...source },
            ]),
          ),
          scheduledFor: at === undefined ? null : new Date(at),
          key: ctx.onceKey,
        },
      });
      return read(ctx, { campaign_id: campaignId });
    },
  }),
  "GET /v1/campaigns": call({
    scope: "campaigns:read",
    group,
    id: "list-campaigns",
    input: z.object({ ...pageFields, status: z.enum(campaignStatuses).optional() }),
    output: pageOf(campaign),
    errors: ["request.bad_cursor"],
    async run({ ctx, input: { limit, cursor, status } }) {
      const rows = await pageOfCampaigns({ ctx, input: { limit, status, after: positionOf(cursor) } });
      return toPage(rows, limit, show, ({ id }) => id);
    },
  }),
  "GET /v1/campaigns/:campaign_id": call({
    scope: "campaigns:read",
    group,
    id: "read-a-campaign",
    input: one,
    output: campaign,
    errors: ["campaign.not_found"],
    run: ({ ctx, input }) => read(ctx, input),
  }),
  "GET /v1/campaigns/:campaign_id/progress": call({
    scope: "campaigns:read",
    group,
    id: "see-a-campaign-progress",
    input: one,
    output: z.object({
      status: z.enum(campaignStatuses),
      recipients: z.number().int(),
      sent: z.number().int(),
      delivered: z.number().int(),
      read: z.number().int(),
      failed: z.number().int(),
      replied: z.number().int(),
      sent_by_sms: z.number().int(),
      late_after_sms: z.number().int(),
      rate_per_second: z.number().nullable(),
      seconds_left: z.number().nullable(),
    }),
    errors: ["campaign.not_found"],
    async run({ ctx, input }) {
      const progress = await getProgress(ctx, input.campaign_id);
      const { ratePerSecond: rate_per_second, etaSeconds: seconds_left } = progress;
      const { sent: sent_by_sms = 0, late: late_after_sms = 0 } = progress.sms ?? {};
      return { ...progress, sent_by_sms, late_after_sms, rate_per_second, seconds_left };
    },
  }),
  "POST /v1/campaigns/:campaign_id/quote": call({
    scope: "campaigns:read",
    group,
    id: "quote-a-campaign",
    input: one,
    output: z.object({
      recipients: z.number().int(),
      opted_out: z.number().int(),
      without_consent: z.number().int(),
      included_messages: z.number().int(),
      total_cents: cents,
      sms_adds_cents: cents,
      missing_cents: cents,
      obstacles: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
    errors: ["campaign.not_found", "billing.no_rate_card"],
    async run({ ctx, input }) {
      const {
        audience: counted,
        price,
        sms,
        obstacles,
      } = await quoteCampaign({ ctx, input: nameOne(input) });
      return {
        recipients: counted.recipients,
        opted_out: counted.optedOut,
        without_consent: counted.noConsent,
        included_messages: price.includedMessages,
        total_cents: price.totalCents,
        sms_adds_cents: sms?.addsCents ?? 0,
        missing_cents: price.missingCents,
        obstacles,
      };
    },
  }),
  "POST /v1/campaigns/:campaign_id/start": call({
    scope: "campaigns:write",
    group,
    id: "start-a-campaign",
    input: one.extend({ max_total_cents: z.number().int().min(0).optional() }),
    output: campaign,
    example: { max_total_cents: 100_000 },
    errors: [
      "campaign.not_found",
      "campaign.no_audience",
      "campaign.no_recipients",
      "campaign.price_changed",
      "campaign.scheduled_in_past",
      ...notSendable,
      "campaign.wrong_status",
      "wallet.too_little",
      "billing.no_rate_card",
    ],
    async run({ ctx, input }) {
      await startCampaign({ ctx, input: { ...nameOne(input), maxTotalCents: input.max_total_cents } });
      return read(ctx, input);
    },
  }),
  "POST /v1/campaigns/:campaign_id/pause": step("pause-a-campaign", ["campaign.wrong_status"], pauseCampaign),
  "POST /v1/campaigns/:campaign_id/resume": step(
    "resume-a-campaign",
    ["campaign.wrong_status", ...notSendable],
    resumeCampaign,
  ),
  "POST /v1/campaigns/:campaign_id/cancel": step(
    "cancel-a-campaign",
    ["campaign.wrong_status"],
    cancelCampaign,
  ),
};
