import { z } from "zod";
import { cancelCampaign } from "#app/domain/messaging/campaigns/cancel.server.ts";
import { createCampaign } from "#app/domain/messaging/campaigns/create.server.ts";
import { deleteDraft } from "#app/domain/messaging/campaigns/deleteDraft.server.ts";
import { editSetup, setSchedule, setVariables } from "#app/domain/messaging/campaigns/editDraft.server.ts";
import { exportRecipients } from "#app/domain/messaging/campaigns/exportRecipients.server.ts";
import { pauseCampaign } from "#app/domain/messaging/campaigns/pause.server.ts";
import { previewCampaign } from "#app/domain/messaging/campaigns/preview.server.ts";
import { getProgress, progressOf } from "#app/domain/messaging/campaigns/progress.server.ts";
import {
  audienceChoices,
  getCampaign,
  listCampaigns,
} from "#app/domain/messaging/campaigns/queries.server.ts";
import { quoteCampaign } from "#app/domain/messaging/campaigns/quote.server.ts";
import { listRecipients } from "#app/domain/messaging/campaigns/recipients.server.ts";
import { rescheduleCampaign } from "#app/domain/messaging/campaigns/reschedule.server.ts";
import { resumeCampaign } from "#app/domain/messaging/campaigns/resume.server.ts";
import { retryFailed } from "#app/domain/messaging/campaigns/retryFailed.server.ts";
import * as fields from "#app/domain/messaging/campaigns/schemas.ts";
import { setAudience } from "#app/domain/messaging/campaigns/setAudience.server.ts";
import { startCampaign } from "#app/domain/messaging/campaigns/start.server.ts";
import { orgContext } from "#app/platform/context.ts";
import { endpoint } from "../endpoint.ts";
import { eventStream } from "../events.server.ts";

const one = z.object({ campaignId: fields.campaignId });
const sequence = z.coerce.number().int().min(0).max(2_147_483_647);
const audience = z.object({
  kind: fields.audienceKind,
  tag: fields.audienceTag.optional(),
  numbers: fields.pastedNumbers.optional(),
  consent: z.boolean().default(false),
  skipInvalid: z.boolean().default(false),
});
const filter = one.extend({ state: fields.messageStateFilter.optional() });

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
  "PUT /campaigns/:campaignId/variables": endpoint({
    who: "manager",
    input: one.extend({ variables: fields.variableSources }),
    run: ({ ctx, input }) => setVariables({ ctx: orgContext(ctx), input }),
  }),
  "PUT /campaigns/:campaignId/schedule": endpoint({
    who: "manager",
    input: one.extend({ scheduledFor: z.coerce.date().nullable() }),
    run: ({ ctx, input }) => setSchedule({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/reschedule": endpoint({
    who: "manager",
    input: one.extend({ scheduledFor: z.coerce.date() }),
    run: ({ ctx, input }) => rescheduleCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/preview": endpoint({
    who: "member",
    input: one.extend({ variables: fields.variableSources.optional() }),
    run: ({ ctx, input }) => previewCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/quote": endpoint({
    who: "member",
    input: one,
    run: ({ ctx, input }) => quoteCampaign({ ctx: orgContext(ctx), input }),
  }),
  "POST /campaigns/:campaignId/start": endpoint({
    who: "manager",
    input: one.extend({ maxTotalCents: z.number().int().min(0).optional() }),
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
    who: "member",
    input: filter,
    run: ({ ctx, input }) => exportRecipients({ ctx: orgContext(ctx), input }),
  }),
};
