import { z } from "zod";
import { type StageKind, stageKinds } from "#app/db/schema/crm/deals.ts";
import { createDeal } from "#app/domain/crm/deals/create.server.ts";
import { closeDeal } from "#app/domain/crm/deals/move.server.ts";
import { pageOfDeals, readDeal } from "#app/domain/crm/deals/pages.server.ts";
import { listStages, members as membersOf } from "#app/domain/crm/deals/queries.server.ts";
import { updateAndMoveDeal } from "#app/domain/crm/deals/update.server.ts";
import { day } from "#app/domain/crm/schemas.ts";
import { maxNoteLength, maxTitleLength, maxValue } from "#app/domain/crm/words.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { call, idField, iso, type KeyContext, moment, momentOrNull } from "./call.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";

const group = "deals";
const status = z.enum(stageKinds).meta({ description: "What its stage means." });

const deal = z
  .object({
    id: z.string(),
    title: z.string(),
    value_cents: z.number().int().meta({ description: "KES cents." }),
    status,
    stage_id: z.string(),
    stage: z.string(),
    stage_since: moment,
    contact_id: z.string(),
    owner_id: z.string().nullable().meta({ description: "The member who follows it." }),
    closes_on: z.string().nullable().meta({ description: "The day on which it is expected to be decided." }),
    note: z.string(),
    closed_at: momentOrNull,
    created_at: moment,
  })
  .meta({ id: "Deal" });

type Row = Awaited<ReturnType<typeof pageOfDeals>>[number];

const show = ({ deal: row, stage, kind }: Row): z.input<typeof deal> => ({
  id: row.id,
  title: row.title,
  value_cents: row.valueCents,
  status: kind,
  stage_id: row.stageId,
  stage,
  stage_since: iso(row.stageSince),
  contact_id: row.contactId,
  owner_id: row.ownerUserId,
  closes_on: row.closesOn,
  note: row.note,
  closed_at: iso(row.closedAt),
  created_at: iso(row.createdAt),
});

const one = z.object({ deal_id: idField("deal_id", "deal") });
const read = async (ctx: KeyContext, dealId: string) => show(await readDeal({ ctx, input: { dealId } }));

const title = z.string().trim().min(1).max(maxTitleLength);
const value = z
  .number()
  .int()
  .min(0)
  .max(maxValue * 100)
  .meta({ description: "KES cents.", example: 1_250_000 });
const stageId = idOf(
  "stage",
  z.string().min(1).max(64).meta({
    description: "The id of a stage of your organisation.",
    example: "dst_0199a1b2c3d4",
  }),
);
const ownerId = idOf(
  "member",
  z.string().min(1).max(64).meta({ description: "The id of a member.", example: "usr_0199a1b2c3d4" }),
);
const closesOn = day.meta({ description: "A day, as `2026-12-31`.", example: "2026-12-31" });
const note = z.string().trim().max(maxNoteLength);

export const deals = {
  "POST /v1/deals": call({
    scope: "deals:write",
    group,
    id: "create-a-deal",
    input: z.object({
      contact_id: idField("contact_id", "contact"),
      title,
      value_cents: value.default(0),
      stage_id: stageId.optional(),
      owner_id: ownerId.optional(),
      closes_on: closesOn.optional(),
      note: note.default(""),
    }),
    output: deal,
    status: 201,
    example: {
      contact_id: "con_0199a1b2c3d40001aabbccddeeff0011",
      title: "Ten office chairs",
      value_cents: 12_500_000,
      closes_on: "2026-12-31",
    },
    errors: ["contact.not_found", "stage.not_found", "member.not_found"],
    async run({ ctx, input }) {
      const { dealId } = await createDeal({
        ctx,
        input: {
          ...{ contactId: input.contact_id, title: input.title, value: input.value_cents },
          ...{ stageId: input.stage_id, memberId: input.owner_id ?? "", closesOn: input.closes_on ?? null },
          note: input.note,
          key: `api:${ctx.onceKey}`,
        },
      });
      return read(ctx, dealId);
    },
  }),
  "GET /v1/deals": call({
    scope: "deals:read",
    group,
    id: "list-deals",
    input: z.object({
      ...pageFields,
      contact_id: idOf("contact").optional(),
      stage_id: idOf("stage").optional(),
      owner_id: idOf("member").optional(),
      status: status.optional(),
    }),
    output: pageOf(deal),
    errors: ["request.bad_cursor"],
    async run({ ctx, input: { limit, cursor, ...by } }) {
      const input = {
        ...{ limit, after: positionOf(cursor), kind: by.status },
        ...{ contactId: by.contact_id, stageId: by.stage_id, ownerId: by.owner_id },
      };
      return toPage(await pageOfDeals({ ctx, input }), limit, show, (row) => row.deal.id);
    },
  }),
  "GET /v1/deals/:deal_id": call({
    scope: "deals:read",
    group,
    id: "read-a-deal",
    input: one,
    output: deal,
    errors: ["deal.not_found"],
    run: ({ ctx, input }) => read(ctx, input.deal_id),
  }),
  "PATCH /v1/deals/:deal_id": call({
    scope: "deals:write",
    group,
    id: "change-a-deal",
    input: one.extend({
      title: title.optional(),
      value_cents: value.optional(),
      stage_id: stageId.optional(),
      owner_id: ownerId.nullable().optional(),
      closes_on: closesOn.nullable().optional(),
      note: note.optional(),
    }),
    output: deal,
    example: { value_cents: 11_000_000, closes_on: "2027-01-15" },
    errors: ["deal.not_found", "stage.not_found", "member.not_found"],
    async run({ ctx, input }) {
      await updateAndMoveDeal({
        ctx,
        input: {
          ...{ dealId: input.deal_id, title: input.title, value: input.value_cents },
          ...{ stageId: input.stage_id, closesOn: input.closes_on, note: input.note },
          memberId: input.owner_id === null ? "" : input.owner_id,
        },
      });
      return read(ctx, input.deal_id);
    },
  }),
  "POST /v1/deals/:deal_id/close": call({
    scope: "deals:write",
    group,
    id: "close-a-deal",
    input: one.extend({ outcome: z.enum(["won", "lost"]) }),
    output: deal,
    example: { outcome: "won" },
    errors: ["deal.not_found", "stage.no_outcome"],
    async run({ ctx, input: { deal_id: dealId, outcome } }) {
      await closeDeal({ ctx, input: { dealId, outcome } });
      return read(ctx, dealId);
    },
  }),
  "GET /v1/deal-stages": call({
    scope: "deals:read",
    group,
    id: "list-the-stages-of-deals",
    input: z.object({}),
    output: z.object({
      data: z.array(
        z
          .object({ id: z.string(), name: z.string(), status, deals: z.number().int() })
          .meta({ id: "DealStage" }),
      ),
    }),
    errors: [],
    async run({ ctx }) {
      const { stages } = await listStages(ctx);
      return { data: stages.map(({ kind, ...stage }) => ({ ...stage, status: kind as StageKind })) };
    },
  }),
  "GET /v1/members": call({
    scope: "deals:read",
    group,
    id: "list-members",
    input: z.object({}),
    output: z.object({
      data: z.array(z.object({ id: z.string(), name: z.string() }).meta({ id: "Member" })),
    }),
    errors: [],
    run: async ({ ctx }) => ({ data: await membersOf(ctx) }),
  }),
};
