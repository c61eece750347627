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
import { endpoint, query, verb } from "../endpoint.ts";
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
  "GET /sending": query("sending.view", z.object({}), getSendingSettings),
  "PUT /sending/quiet-hours": endpoint({
    act: "sending.manage",
    input: z.object({ quiet: fields.quietHours.nullable() }),
    run: ({ org, input: { quiet } }) =>
      setQuietHours({
        ctx: org,
        input: { quiet: quiet && { ...quiet, from: fromClock(quiet.from), to: fromClock(quiet.to) } },
      }),
  }),
  "PUT /sending/frequency-cap": verb(
    "sending.manage",
    z.object({ cap: fields.frequencyCap.nullable() }),
    setFrequencyCap,
  ),
  "POST /sending/test-numbers": verb(
    "sending.manage",
    z.object({ phone: fields.testPhone, name: fields.testNumberName }),
    createTestNumber,
  ),
  "POST /sending/test-numbers/remove": verb(
    "sending.manage",
    z.object({ phone: fields.testPhone }),
    deleteTestNumber,
  ),
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
  "GET /campaigns": query(
    "campaigns.view",
    z.object({
      page: pageNumber,
      kind: fields.campaignKind.optional(),
      status: fields.campaignStatus.optional(),
      search: z.string().trim().max(100).optional(),
    }),
    listCampaigns,
  ),
  "POST /campaigns": verb(
    "campaigns.manage",
    parts.extend({
      kind: fields.campaignKind.default("campaign"),
      key: formKey,
    }),
    createCampaign,
    { creates: true },
  ),
  "GET /campaigns/choices": query("campaigns.view", z.object({}), campaignChoices),
  "POST /campaigns/compose": verb(
    "campaigns.view",
    z.object({
      campaignId: fields.campaignId.optional(),
      templateId: fields.templateId.optional(),
      audience: audience.optional(),
      rows: z
        .array(fields.variableRow.extend({ text: fields.typedVariableText }))
        .max(60)
        .default([]),
      isCounted: z.boolean().default(true),
    }),
    composeCampaign,
    { reads: true },
  ),
  "GET /campaigns/:campaignId": query("campaigns.view", one, (org, { campaignId }) =>
    getCampaign(org, campaignId),
  ),
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
  "PUT /campaigns/:campaignId": verb("campaigns.manage", parts.partial().extend(one.shape), editDraft),
  "DELETE /campaigns/:campaignId": verb("campaigns.delete", one, deleteDraft),
  "PUT /campaigns/:campaignId/beyond-limit": verb(
    "campaigns.reach",
    one.extend({ beyondLimit: fields.beyondLimit }),
    editDraft,
  ),
  "POST /campaigns/:campaignId/duplicate": verb(
    "campaigns.copy",
    one.extend({ key: formKey }),
    duplicateCampaign,
    { creates: true },
  ),
  "POST /campaigns/:campaignId/follow-up": verb(
    "campaigns.copy",
    one.extend({ to: fields.followUpGroup, key: formKey }),
    followUp,
    { creates: true },
  ),
  "GET /campaigns/:campaignId/test": verb("campaigns.viewTest", one, testChoices),
  "POST /campaigns/:campaignId/test": verb(
    "campaigns.test",
    one.extend({
      phones: fields.testPhones,
      consent: z.boolean().default(false),
      key: formKey,
    }),
    testSend,
    { limit: { max: 20, windowSeconds: 3600 } },
  ),
  "POST /campaigns/:campaignId/reschedule": verb(
    "campaigns.manage",
    one.extend({ scheduledFor: z.coerce.date() }),
    rescheduleCampaign,
  ),
  "POST /campaigns/:campaignId/preview": verb("campaigns.view", one, previewCampaign, { reads: true }),
  "POST /campaigns/:campaignId/quote": verb("campaigns.quote", one, quoteCampaign, { reads: true }),
  "POST /campaigns/:campaignId/start": verb(
    "campaigns.manage",
    one.extend({
      maxTotalCents: z.number().int().min(0).optional(),
      seenRecipients: z.number().int().min(0).optional(),
    }),
    startCampaign,
  ),
  "POST /campaigns/:campaignId/pause": verb("campaigns.manage", one, pauseCampaign),
  "POST /campaigns/:campaignId/resume": verb("campaigns.manage", one, resumeCampaign),
  "POST /campaigns/:campaignId/cancel": verb("campaigns.manage", one, cancelCampaign),
  "POST /campaigns/:campaignId/retry-failed": verb("campaigns.manage", one, retryFailed),
  "GET /campaigns/:campaignId/progress": query("campaigns.view", one, (org, { campaignId }) =>
    getProgress(org, campaignId),
  ),
  "GET /campaigns/:campaignId/events": endpoint({
    act: "campaigns.view",
    input: one,
    async run({ ctx, org, input, request }) {
      const first = await getProgress(org, input.campaignId);
      return eventStream(ctx, request, progressOf(org, input.campaignId, first));
    },
  }),
  "GET /campaigns/:campaignId/recipients": query(
    "campaigns.view",
    filter.extend({ after: sequence.optional(), before: sequence.optional() }),
    listRecipients,
  ),
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
