import { z } from "zod";
import { conditions } from "#app/domain/contacts/segments/schemas.ts";
import { cancelCampaign } from "#app/domain/messaging/campaigns/cancel.server.ts";
import { campaignChoices } from "#app/domain/messaging/campaigns/choices.server.ts";
import { composeCampaign } from "#app/domain/messaging/campaigns/compose.server.ts";
import { createCampaign } from "#app/domain/messaging/campaigns/create.server.ts";
import { deleteDraft } from "#app/domain/messaging/campaigns/deleteDraft.server.ts";
import { fromClock } from "#app/domain/messaging/campaigns/delivery.ts";
import { duplicateCampaign, followUp } from "#app/domain/messaging/campaigns/duplicate.server.ts";
import { editDraft } from "#app/domain/messaging/campaigns/editDraft.server.ts";
import { exportRecipients } from "#app/domain/messaging/campaigns/exportRecipients.server.ts";
import { followLink, isPerson } from "#app/domain/messaging/campaigns/links.server.ts";
import { pauseCampaign } from "#app/domain/messaging/campaigns/pause.server.ts";
import { getCampaignPayment, setCampaignPayment } from "#app/domain/messaging/campaigns/payment.server.ts";
import { previewCampaign } from "#app/domain/messaging/campaigns/preview.server.ts";
import { getProgress, progressOf } from "#app/domain/messaging/campaigns/progress.server.ts";
import { getCampaign, listCampaigns } from "#app/domain/messaging/campaigns/queries.server.ts";
import { quoteCampaign } from "#app/domain/messaging/campaigns/quote.server.ts";
import { listRecipients } from "#app/domain/messaging/campaigns/recipients.server.ts";
import { rescheduleCampaign } from "#app/domain/messaging/campaigns/reschedule.server.ts";
import { resumeCampaign } from "#app/domain/messaging/campaigns/resume.server.ts";
import { retryFailed } from "#app/domain/messaging/campaigns/retryFailed.server.ts";
import * as fields from "#app/domain/messaging/campaigns/schemas.ts";
import {
  getSendingSettings,
  setFrequencyCap,
  setQuietHours,
} from "#app/domain/messaging/campaigns/sendingSettings.server.ts";
import { startCampaign } from "#app/domain/messaging/campaigns/start.server.ts";
import { createTestNumber, deleteTestNumber } from "#app/domain/messaging/campaigns/testNumbers.server.ts";
import { testChoices, testSend } from "#app/domain/messaging/campaigns/testSend.server.ts";
import { tillNamed, tillsToAskWith } from "#app/domain/sales/requests/queries.server.ts";
import { campaignPaymentForm } from "#app/domain/sales/requests/schemas.ts";
import { notFound } from "#app/platform/errors.ts";
import { formKey } from "#app/platform/forms/formKey.ts";
import { pageNumber } from "#app/platform/forms/pageNumber.ts";
import { endpoint } from "../endpoint.ts";
import { eventStream } from "../events.server.ts";
import { csvDownload } from "./csvDownload.server.ts";

const one = z.object({ campaignId: fields.campaignId });
const sequence = z.coerce.number().int().min(0).max(2_147_483_647);
const audience = z.object({
  kind: fields.audienceKind,
  tag: fields.audienceTag.optional(),
  conditions: conditions.optional(),
  exclude: conditions.optional(),
  numbers: fields.pastedNumbers.optional(),
  consent: z.boolean().default(false),
  skipInvalid: z.boolean().default(false),
});
/** The parts of a draft. A form may leave variables open until the campaign is sent. */
const parts = z.object({
  name: fields.campaignName,
  templateId: fields.templateId,
  phoneNumberId: fields.phoneNumberId,
  audience: audience.optional(),
  variables: fields.variableSources.optional(),
  isUnfinished: z.boolean().optional(),
  scheduledFor: z.coerce.date().nullable().optional(),
  pace: fields.pace.optional(),
});
const filter = one.extend({ state: fields.messageStateFilter.optional() });

/** Campaign delivery settings of an organisation. */
export const sending = {
  "GET /sending": endpoint({
    act: "sending.view",
    input: z.object({}),
    run: ({ org }) => getSendingSettings(org),
  }),
  "PUT /sending/quiet-hours": endpoint({
    act: "sending.manage",
    input: z.object({ quiet: fields.quietHours.nullable() }),
    run: ({ org, input: { quiet } }) =>
      setQuietHours({
        ctx: org,
        input: { quiet: quiet && { ...quiet, from: fromClock(quiet.from), to: fromClock(quiet.to) } },
      }),
  }),
  "PUT /sending/frequency-cap": endpoint({
    act: "sending.manage",
    input: z.object({ cap: fields.frequencyCap.nullable() }),
    run: ({ org, input }) => setFrequencyCap({ ctx: org, input }),
  }),
  "POST /sending/test-numbers": endpoint({
    act: "sending.manage",
    input: z.object({ phone: fields.testPhone, name: fields.testNumberName }),
    run: ({ org, input }) => createTestNumber({ ctx: org, input }),
  }),
  "POST /sending/test-numbers/remove": endpoint({
    act: "sending.manage",
    input: z.object({ phone: fields.testPhone }),
    run: ({ org, input }) => deleteTestNumber({ ctx: org, input }),
  }),
};

/** Short links in messages: public to all who have one. */
export const links = {
  "GET /link": endpoint({
    act: "public.use",
    writes: true,
    // A mobile network shows many customers under one address.
    limit: { max: 6000, windowSeconds: 60 },
    input: z.object({ code: z.string().max(40), isVisit: z.enum(["yes", "no"]).default("no") }),
    async run({ ctx, input: { code, isVisit } }) {
      const counts = isVisit === "yes" && isPerson(ctx.caller.userAgent);
      const link = await followLink(ctx, { code, counts });
      if (!link) throw notFound("Link");
      return link;
    },
  }),
};

/**
 * Planned sends: drafted, quoted, started, followed. Members who may spend the organisation's money
 * may write.
 */
export const campaigns = {
  "GET /campaigns": endpoint({
    act: "campaigns.view",
    input: z.object({
      page: pageNumber,
      kind: fields.campaignKind.optional(),
      status: fields.campaignStatus.optional(),
      search: z.string().trim().max(100).optional(),
    }),
    run: ({ org, input }) => listCampaigns(org, input),
  }),
  "POST /campaigns": endpoint({
    act: "campaigns.manage",
    creates: true,
    input: parts.extend({
      kind: fields.campaignKind.default("campaign"),
      key: formKey,
    }),
    run: ({ org, input }) => createCampaign({ ctx: org, input }),
  }),
  "GET /campaigns/choices": endpoint({
    act: "campaigns.view",
    input: z.object({}),
    run: ({ org }) => campaignChoices(org),
  }),
  "POST /campaigns/compose": endpoint({
    reads: true,
    act: "campaigns.view",
    input: z.object({
      campaignId: fields.campaignId.optional(),
      templateId: fields.templateId.optional(),
      audience: audience.optional(),
      rows: z
        .array(fields.variableRow.extend({ text: fields.typedVariableText }))
        .max(60)
        .default([]),
      isCounted: z.boolean().default(true),
    }),
    run: ({ org, input }) => composeCampaign({ ctx: org, input }),
  }),
  "GET /campaigns/:campaignId": endpoint({
    act: "campaigns.view",
    input: one,
    run: ({ org, input }) => getCampaign(org, input.campaignId),
  }),
  "GET /campaigns/:campaignId/payment": endpoint({
    act: "campaigns.viewTest",
    input: one,
    run: async ({ org, input }) => {
      const [draft, tills] = await Promise.all([
        getCampaignPayment(org, input.campaignId),
        tillsToAskWith(org),
      ]);
      return { ...draft, tills };
    },
  }),
  "PUT /campaigns/:campaignId/payment": endpoint({
    act: "campaigns.manage",
    input: campaignPaymentForm.extend(one.shape),
    run: async ({ org, input: { campaignId, field, reason, tillId } }) => {
      await getCampaignPayment(org, campaignId);
      const till = field || tillId ? await tillNamed(org, tillId) : undefined;
      const payment = field && till ? { tillId: till.id, field, reason } : null;
      return setCampaignPayment({ ctx: org, input: { campaignId, payment } });
    },
  }),
  "PUT /campaigns/:campaignId": endpoint({
    act: "campaigns.manage",
    input: parts.partial().extend(one.shape),
    run: ({ org, input }) => editDraft({ ctx: org, input }),
  }),
  "DELETE /campaigns/:campaignId": endpoint({
    act: "campaigns.delete",
    input: one,
    run: ({ org, input }) => deleteDraft({ ctx: org, input }),
  }),
  "PUT /campaigns/:campaignId/beyond-limit": endpoint({
    act: "campaigns.reach",
    input: one.extend({ beyondLimit: fields.beyondLimit }),
    run: ({ org, input }) => editDraft({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/duplicate": endpoint({
    act: "campaigns.copy",
    creates: true,
    input: one.extend({ key: formKey }),
    run: ({ org, input }) => duplicateCampaign({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/follow-up": endpoint({
    act: "campaigns.copy",
    creates: true,
    input: one.extend({ to: fields.followUpGroup, key: formKey }),
    run: ({ org, input }) => followUp({ ctx: org, input }),
  }),
  "GET /campaigns/:campaignId/test": endpoint({
    act: "campaigns.viewTest",
    input: one,
    run: ({ org, input }) => testChoices({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/test": endpoint({
    act: "campaigns.test",
    limit: { max: 20, windowSeconds: 3600 },
    input: one.extend({
      phones: fields.testPhones,
      consent: z.boolean().default(false),
      key: formKey,
    }),
    run: ({ org, input }) => testSend({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/reschedule": endpoint({
    act: "campaigns.manage",
    input: one.extend({ scheduledFor: z.coerce.date() }),
    run: ({ org, input }) => rescheduleCampaign({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/preview": endpoint({
    reads: true,
    act: "campaigns.view",
    input: one,
    run: ({ org, input }) => previewCampaign({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/quote": endpoint({
    reads: true,
    act: "campaigns.quote",
    input: one,
    run: ({ org, input }) => quoteCampaign({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/start": endpoint({
    act: "campaigns.manage",
    input: one.extend({
      maxTotalCents: z.number().int().min(0).optional(),
      seenRecipients: z.number().int().min(0).optional(),
    }),
    run: ({ org, input }) => startCampaign({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/pause": endpoint({
    act: "campaigns.manage",
    input: one,
    run: ({ org, input }) => pauseCampaign({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/resume": endpoint({
    act: "campaigns.manage",
    input: one,
    run: ({ org, input }) => resumeCampaign({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/cancel": endpoint({
    act: "campaigns.manage",
    input: one,
    run: ({ org, input }) => cancelCampaign({ ctx: org, input }),
  }),
  "POST /campaigns/:campaignId/retry-failed": endpoint({
    act: "campaigns.manage",
    input: one,
    run: ({ org, input }) => retryFailed({ ctx: org, input }),
  }),
  "GET /campaigns/:campaignId/progress": endpoint({
    act: "campaigns.view",
    input: one,
    run: ({ org, input }) => getProgress(org, input.campaignId),
  }),
  "GET /campaigns/:campaignId/events": endpoint({
    act: "campaigns.view",
    input: one,
    async run({ ctx, org, input, request }) {
      const first = await getProgress(org, input.campaignId);
      return eventStream(ctx, request, progressOf(org, input.campaignId, first));
    },
  }),
  "GET /campaigns/:campaignId/recipients": endpoint({
    act: "campaigns.view",
    input: filter.extend({ after: sequence.optional(), before: sequence.optional() }),
    run: ({ org, input }) => listRecipients(org, input),
  }),
  "GET /campaigns/:campaignId/recipients.csv": endpoint({
    act: "campaigns.export",
    writes: true,
    input: filter,
    run: async ({ org, input }) => {
      const { fileName, header, pages } = await exportRecipients({ ctx: org, input });
      return csvDownload(fileName, header, pages);
    },
  }),
};
