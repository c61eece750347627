import { z } from "zod";
import { conditions } from "#app/domain/contacts/segments/schemas.ts";
import { cancelCampaign } from "#app/domain/messaging/campaigns/cancel.server.ts";
import { audienceChoices } from "#app/domain/messaging/campaigns/choices.server.ts";
import { countChoice } from "#app/domain/messaging/campaigns/countChoice.server.ts";
import { createCampaign } from "#app/domain/messaging/campaigns/create.server.ts";
import { deleteDraft } from "#app/domain/messaging/campaigns/deleteDraft.server.ts";
import { fromClock } from "#app/domain/messaging/campaigns/delivery.ts";
import { duplicateCampaign, followUp } from "#app/domain/messaging/campaigns/duplicate.server.ts";
import {
  editSetup,
  setBeyondLimit,
  setSchedule,
  setVariables,
} from "#app/domain/messaging/campaigns/editDraft.server.ts";
import { exportRecipients } from "#app/domain/messaging/campaigns/exportRecipients.server.ts";
import { followLink, isPerson } from "#app/domain/messaging/campaigns/links.server.ts";
import { pauseCampaign } from "#app/domain/messaging/campaigns/pause.server.ts";
import { previewCampaign } from "#app/domain/messaging/campaigns/preview.server.ts";
import { getProgress, progressOf } from "#app/domain/messaging/campaigns/progress.server.ts";
import { getCampaign, listCampaigns } from "#app/domain/messaging/campaigns/queries.server.ts";
import { quoteCampaign } from "#app/domain/messaging/campaigns/quote.server.ts";
import { listRecipients } from "#app/domain/messaging/campaigns/recipients.server.ts";
import { rescheduleCampaign } from "#app/domain/messaging/campaigns/reschedule.server.ts";
import { resumeCampaign } from "#app/domain/messaging/campaigns/resume.server.ts";
import { retryFailed } from "#app/domain/messaging/campaigns/retryFailed.server.ts";
import * as fields from "#app/domain/messaging/campaigns/schemas.ts";
import { getSendingSettings, setQuietHours } from "#app/domain/messaging/campaigns/sendingSettings.server.ts";
import { setAudience } from "#app/domain/messaging/campaigns/setAudience.server.ts";
import { startCampaign } from "#app/domain/messaging/campaigns/start.server.ts";
import { addTestNumber, removeTestNumber } from "#app/domain/messaging/campaigns/testNumbers.server.ts";
import { testChoices, testSend } from "#app/domain/messaging/campaigns/testSend.server.ts";
import { orgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { endpoint } from "../endpoint.ts";
import { eventStream } from "../events.server.ts";

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
const filter = one.extend({ state: fields.messageStateFilter.optional() });

/** How an organisation sends its campaigns. */
export const sending = {
  "GET /sending": endpoint({
    who: "member",
    input: z.object({}),
    run: ({ ctx }) => getSendingSettings(orgContext(ctx)),
  }),
  "PUT /sending/quiet-hours": endpoint({
    who: "manager",
    input: z.object({ quiet: fields.quietHours.nullable() }),
    run: ({ ctx, input: { quiet } }) =>
      setQuietHours({
        ctx: orgContext(ctx),
        input: { quiet: quiet && { ...quiet, from: fromClock(quiet.from), to: fromClock(quiet.to) } },
      }),
  }),
  "POST /sending/test-numbers": endpoint({
    who: "manager",
    input: z.object({ phone: fields.testPhone, name: fields.testNumberName }),
    run: ({ ctx, input }) => addTestNumber({ ctx: orgContext(ctx), input }),
  }),
  "POST /sending/test-numbers/remove": endpoint({
    who: "manager",
    input: z.object({ phone: fields.testPhone }),
    run: ({ ctx, input }) => removeTestNumber({ ctx: orgContext(ctx), input }),
  }),
};

/** Short links in messages: whoever has one may follow it. */
export const links = {
  "GET /link": endpoint({
    who: "anyone",
    writes: true,
    // A mobile network shows many customers under one address.
    limit: { max: 6000, windowSeconds: 60 },
    input: z.object({ code: z.string().max(40), asked: z.enum(["yes", "no"]).default("no") }),
    async run({ ctx, input: { code, asked } }) {
      const counts = asked === "yes" && isPerson(ctx.caller.userAgent);
      const link = await followLink(ctx, { code, counts });
      if (!link) throw notFound("Link");
      return link;
    },
  }),
};

/** Planned sends: drafted in steps, quoted, started, watched. Those who may spend the organisation's money may write. */
export const campaigns = {
  "GET /campaigns": endpoint({
    who: "member",
    input: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      kind: fields.campaignKind.optional(),
      status: fields.campaignStatus.optional(),
      search: z.string().trim().max(100).optional(),
    }),
    run: ({ ctx, input }) => listCampaigns(orgContext(ctx), input),
  }),
  "POST /campaigns": endpoint({
    who: "manager",
    input: z.object({
      name: fields.campaignName,
      kind: fields.campaignKind.default("campaign"),
      templateId: fields.templateId,
      phoneNumberId: fields.phoneNumberId,
      audience: audience.optional(),
      key: fields.idempotencyKey,
    }),
    run: ({ ctx, input }) => createCampaign({ ctx: orgContext(ctx), input }),
  }),
  "GET /campaigns/choices": endpoint({
    who: "member",
    input: z.object({}),
    run: ({ ctx }) => audienceChoices(orgContext(ctx)),
  }),
  "GET /campaigns/:campaignId": endpoint({
    who: "member",
    input: one,
    run: ({ ctx, input }) => getCampaign(orgContext(ctx), input.campaignId),
  }),
  "PUT /campaigns/:campaignId": endpoint({
    who: "manager",
    input: one.extend({
      name: fields.campaignName,
      templateId: fields.templateId,
      phoneNumberId: fields.phoneNumberId,
    }),
    run: ({ ctx, input }) => editSetup({ ctx: orgContext(ctx), input }),
  }),
  "DELETE /campaigns/:campaignId": endpoint({
    who: "manager",
    input: one,
    run: ({ ctx, input }) => deleteDraft({ ctx: orgContext(ctx), input }),
  }),
  "PUT /campaigns/:campaignId/audience": endpoint({
    who: "manager",
    input: audience.extend(one.shape),
    run: ({ ctx, input }) => setAudience({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/audience/count": endpoint({
    reads: true,
    who: "manager",
    input: audience.extend(one.shape),
    run: ({ ctx, input }) => countChoice({ ctx: orgContext(ctx), input }),
  }),
  "PUT /campaigns/:campaignId/variables": endpoint({
    who: "manager",
    input: one.extend({ variables: fields.variableSources }),
    run: ({ ctx, input }) => setVariables({ ctx: orgContext(ctx), input }),
  }),
  "PUT /campaigns/:campaignId/schedule": endpoint({
    who: "manager",
    input: one.extend({ scheduledFor: z.coerce.date().nullable(), pace: fields.pace.optional() }),
    run: ({ ctx, input }) => setSchedule({ ctx: orgContext(ctx), input }),
  }),
  "PUT /campaigns/:campaignId/beyond-limit": endpoint({
    who: "manager",
    input: one.extend({ beyondLimit: fields.beyondLimit }),
    run: ({ ctx, input }) => setBeyondLimit({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/duplicate": endpoint({
    who: "manager",
    input: one.extend({ key: fields.idempotencyKey }),
    run: ({ ctx, input }) => duplicateCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/follow-up": endpoint({
    who: "manager",
    input: one.extend({ to: fields.followUpGroup, key: fields.idempotencyKey }),
    run: ({ ctx, input }) => followUp({ ctx: orgContext(ctx), input }),
  }),
  "GET /campaigns/:campaignId/test": endpoint({
    who: "manager",
    input: one,
    run: ({ ctx, input }) => testChoices({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/test": endpoint({
    who: "manager",
    limit: { max: 20, windowSeconds: 3600 },
    input: one.extend({
      phones: fields.testPhones,
      consent: z.boolean().default(false),
      key: fields.idempotencyKey,
    }),
    run: ({ ctx, input }) => testSend({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/reschedule": endpoint({
    who: "manager",
    input: one.extend({ scheduledFor: z.coerce.date() }),
    run: ({ ctx, input }) => rescheduleCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/preview": endpoint({
    reads: true,
    who: "member",
    input: one.extend({ variables: fields.variableSources.optional() }),
    run: ({ ctx, input }) => previewCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/quote": endpoint({
    reads: true,
    who: "member",
    input: one,
    run: ({ ctx, input }) => quoteCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/start": endpoint({
    who: "manager",
    input: one.extend({
      maxTotalCents: z.number().int().min(0).optional(),
      seenRecipients: z.number().int().min(0).optional(),
    }),
    run: ({ ctx, input }) => startCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/pause": endpoint({
    who: "manager",
    input: one,
    run: ({ ctx, input }) => pauseCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/resume": endpoint({
    who: "manager",
    input: one,
    run: ({ ctx, input }) => resumeCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/cancel": endpoint({
    who: "manager",
    input: one,
    run: ({ ctx, input }) => cancelCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/retry-failed": endpoint({
    who: "manager",
    input: one,
    run: ({ ctx, input }) => retryFailed({ ctx: orgContext(ctx), input }),
  }),
  "GET /campaigns/:campaignId/progress": endpoint({
    who: "member",
    input: one,
    run: ({ ctx, input }) => getProgress(orgContext(ctx), input.campaignId),
  }),
  "GET /campaigns/:campaignId/events": endpoint({
    who: "member",
    input: one,
    async run({ ctx, input, request }) {
      const org = orgContext(ctx);
      const first = await getProgress(org, input.campaignId);
      return eventStream(ctx, request, progressOf(org, input.campaignId, first));
    },
  }),
  "GET /campaigns/:campaignId/recipients": endpoint({
    who: "member",
    input: filter.extend({ after: sequence.optional(), before: sequence.optional() }),
    run: ({ ctx, input }) => listRecipients(orgContext(ctx), input),
  }),
  "GET /campaigns/:campaignId/recipients.csv": endpoint({
    who: "manager",
    writes: true,
    input: filter,
    run: ({ ctx, input }) => exportRecipients({ ctx: orgContext(ctx), input }),
  }),
};
