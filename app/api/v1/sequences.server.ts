import { z } from "zod";
import {
  endReasons,
  enrolmentSources,
  holdReasons,
  sequenceStates,
} from "#app/db/schema/sequences/sequences.ts";
import { endEnrolment } from "#app/domain/sequences/end.server.ts";
import { enrolNamed } from "#app/domain/sequences/enrol.server.ts";
import { allSequences, pageOfEnrolments, readEnrolment } from "#app/domain/sequences/pages.server.ts";
import { anchorDay } from "#app/domain/sequences/schemas.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { call, idField, iso, type KeyContext, moment, momentOrNull, phoneNumber } from "./call.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";

const group = "sequences";
const status = z.enum(["open", "ended"]);

const enrolment = z
  .object({
    id: z.string(),
    sequence_id: z.string(),
    contact_id: z.string(),
    status,
    source: z.enum(enrolmentSources),
    date: momentOrNull.meta({ description: "The date from which its waits count." }),
    waits_until: momentOrNull,
    held: z
      .enum(holdReasons)
      .nullable()
      .meta({ description: "Why its due step does not run yet, such as `no_money`; it is tried again." }),
    end_reason: z.enum(endReasons).nullable(),
    ended_at: momentOrNull,
    created_at: moment,
  })
  .meta({ id: "Enrolment" });

type Row = Awaited<ReturnType<typeof pageOfEnrolments>>[number];

const show = (row: Row): z.input<typeof enrolment> => ({
  ...{ id: row.id, sequence_id: row.sequenceId, contact_id: row.contactId ?? "", source: row.source },
  ...{ status: row.endedAt ? ("ended" as const) : ("open" as const), date: iso(row.anchorAt) },
  ...{ waits_until: iso(row.waitsUntil), held: row.held, end_reason: row.endReason },
  ...{ ended_at: iso(row.endedAt), created_at: iso(row.createdAt) },
});

const one = z.object({ sequence_id: idField("sequence_id", "sequence") });
const read = async (ctx: KeyContext, enrolmentId: string) =>
  show(await readEnrolment({ ctx, input: { enrolmentId } }));

export const sequences = {
  "GET /v1/sequences": call({
    scope: "sequences:read",
    group,
    id: "list-sequences",
    input: z.object({}),
    output: z.object({
      data: z.array(
        z
          .object({
            id: z.string(),
            name: z.string(),
            status: z
              .enum(sequenceStates)
              .meta({ description: "Contacts can be enrolled in one that is `on`." }),
            version: z.number().int().nullable(),
            steps: z.number().int(),
            open_enrolments: z.number().int(),
          })
          .meta({ id: "Sequence" }),
      ),
    }),
    errors: [],
    async run({ ctx }) {
      const rows = await allSequences(ctx);
      return {
        data: rows.map(({ id, name, state, version, steps, open }) => ({
          ...{ id, name, status: state, version, steps, open_enrolments: open },
        })),
      };
    },
  }),
  "POST /v1/sequences/:sequence_id/enrolments": call({
    scope: "sequences:write",
    group,
    id: "enrol-a-contact",
    input: one.extend({
      contact_id: idField("contact_id", "contact").optional(),
      phone: phoneNumber
        .optional()
        .meta({ description: "The phone number of one of your contacts, instead of its id." }),
      date: anchorDay.meta({
        description: "The day from which waits until the enrolment’s date count, as `2026-12-31`.",
        example: "2026-12-31",
      }),
    }),
    output: enrolment.extend({
      created: z.boolean().meta({ description: "`false`: the contact was already in it." }),
    }),
    status: 201,
    example: { contact_id: "con_0199a1b2c3d40001aabbccddeeff0011", date: "2026-12-31" },
    errors: [
      ...["sequence.not_found", "sequence.not_on", "sequence.needs_date", "sequence.opted_out"],
      ...["contact.not_found", "contact.no_identity", "contact.bad_phone"],
    ],
    async run({ ctx, input: { sequence_id: sequenceId, contact_id: contactId, phone, date } }) {
      const { enrolmentId, isNew } = await enrolNamed({ ctx, input: { sequenceId, contactId, phone, date } });
      return { ...(await read(ctx, enrolmentId)), created: isNew };
    },
  }),
  "GET /v1/sequences/:sequence_id/enrolments": call({
    scope: "sequences:read",
    group,
    id: "list-enrolments",
    input: one.extend({ ...pageFields, contact_id: idOf("contact").optional(), status: status.optional() }),
    output: pageOf(enrolment),
    errors: ["request.bad_cursor", "sequence.not_found"],
    async run({ ctx, input: { sequence_id: sequenceId, limit, cursor, ...by } }) {
      const input = {
        ...{ sequenceId, limit, after: positionOf(cursor), contactId: by.contact_id, status: by.status },
      };
      return toPage(await pageOfEnrolments({ ctx, input }), limit, show, ({ id }) => id);
    },
  }),
  "POST /v1/sequences/:sequence_id/enrolments/:enrolment_id/end": call({
    scope: "sequences:write",
    group,
    id: "end-an-enrolment",
    input: one.extend({ enrolment_id: idField("enrolment_id", "enrolment") }),
    output: enrolment,
    errors: ["enrolment.not_found"],
    async run({ ctx, input: { sequence_id: sequenceId, enrolment_id: enrolmentId } }) {
      await endEnrolment({ ctx, input: { sequenceId, enrolmentId, reason: "api" } });
      return read(ctx, enrolmentId);
    },
  }),
};
