import { z } from "zod";
import { deleteContact } from "#app/domain/contacts/delete.server.ts";
import { getContact, pageOfContacts } from "#app/domain/contacts/queries.server.ts";
import {
  contactFields,
  maxNameLength,
  maxTagLength,
  maxTags,
  splitTags,
} from "#app/domain/contacts/schemas.ts";
import { upsertContact } from "#app/domain/contacts/upsert.server.ts";
import { kraPin } from "#app/platform/forms/kraPin.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { call, idField, iso, moment, momentOrNull, phoneNumber } from "./call.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";

const group = "contacts";

const contact = z
  .object({
    id: z.string(),
    phone: z.string().nullable(),
    bsuid: z.string().nullable().meta({ description: "WhatsApp's business-scoped user id." }),
    username: z.string().nullable().meta({ description: "On WhatsApp, without `@`." }),
    name: z.string(),
    tags: z.array(z.string()),
    kra_pin: z.string().nullable().meta({ description: "For eTIMS invoices." }),
    fields: z.record(z.string(), z.string()),
    consent: z.object({
      status: z.enum(["granted", "none", "opted_out"]),
      source: z.string().nullable(),
      evidence: z.string().nullable(),
      at: momentOrNull,
    }),
    first_ad: z
      .object({
        source_id: z.string().nullable(),
        source_type: z.string().nullable(),
        headline: z.string(),
        source_url: z.string().nullable(),
        ctwa_clid: z.string().nullable(),
        at: moment,
      })
      .nullable()
      .meta({ description: "The ad or post through which they wrote first." }),
    created_at: moment,
  })
  .meta({ id: "Contact" });

type Row = Awaited<ReturnType<typeof pageOfContacts>>[number];

const show = (row: Row): z.input<typeof contact> => ({
  id: row.id,
  phone: row.phone,
  bsuid: row.bsuid,
  username: row.username,
  name: row.name,
  tags: row.tags,
  kra_pin: row.kraPin,
  fields: row.fields,
  consent: {
    status: row.optedOutAt ? "opted_out" : row.consent,
    source: row.consentSource,
    evidence: row.consentEvidence,
    at: iso(row.consentAt),
  },
  first_ad: row.firstAd && {
    source_id: row.firstAd.sourceId,
    source_type: row.firstAd.sourceType,
    headline: row.firstAd.headline,
    source_url: row.firstAd.url,
    ctwa_clid: row.firstAd.clickId,
    at: row.firstAd.at,
  },
  created_at: iso(row.createdAt),
});

const tag = z.string().min(1).max(maxTagLength);
const one = z.object({ contact_id: idField("contact_id", "contact") });

export const contacts = {
  "PUT /v1/contacts": call({
    scope: "contacts:write",
    group,
    id: "create-or-change-a-contact",
    input: z.object({
      phone: phoneNumber.optional(),
      bsuid: z.string().min(1).max(200).optional(),
      name: z.string().trim().max(maxNameLength).optional(),
      tags: z.array(tag).max(maxTags).optional(),
      kra_pin: kraPin.nullable().optional().meta({ description: "For eTIMS invoices; null removes it." }),
      fields: contactFields,
      consent: z
        .strictObject({
          status: z.enum(["granted", "withdrawn", "opted_out"]),
          source: z.string().trim().min(1).max(200).meta({ description: "Where they said so." }),
          evidence: z.string().trim().max(1000).optional().meta({ description: "What proves it." }),
          at: z.iso.datetime().optional(),
        })
        .optional(),
    }),
    output: contact.extend({ created: z.boolean() }),
    example: {
      phone: "+254712345678",
      name: "Asha Mwangi",
      tags: ["vip"],
      fields: { town: "Nakuru" },
      consent: { status: "granted", source: "Checkout form", evidence: "order 1017" },
    },
    errors: [
      "contact.no_identity",
      "contact.bad_phone",
      "contact.bad_field",
      "contact.phone_taken",
      "contact.opted_out",
    ],
    async run({ ctx, input: { consent, tags, kra_pin, ...rest } }) {
      const { contactId, created } = await upsertContact({
        ctx,
        input: {
          ...{ ...rest, kraPin: kra_pin },
          tags: tags && splitTags(tags.join(",")),
          consent: consent && { ...consent, at: consent.at ? new Date(consent.at) : undefined },
        },
      });
      return { ...show((await getContact({ ctx, input: { contactId } })).contact), created };
    },
  }),
  "GET /v1/contacts": call({
    scope: "contacts:read",
    group,
    id: "list-contacts",
    input: z.object({
      ...pageFields,
      phone: phoneNumber.optional(),
      bsuid: z.string().max(200).optional(),
      tag: tag.optional(),
    }),
    output: pageOf(contact),
    errors: ["request.bad_cursor"],
    async run({ ctx, input: { cursor, phone: given, ...filter } }) {
      const read = given === undefined ? undefined : normalisePhone(given);
      const phone = read?.ok ? read.phone : given;
      const input = { ...filter, tag: filter.tag?.toLowerCase(), phone, after: positionOf(cursor) };
      return toPage(await pageOfContacts({ ctx, input }), filter.limit, show, ({ id }) => id);
    },
  }),
  "GET /v1/contacts/:contact_id": call({
    scope: "contacts:read",
    group,
    id: "read-a-contact",
    input: one,
    output: contact,
    errors: ["contact.not_found"],
    run: async ({ ctx, input }) =>
      show((await getContact({ ctx, input: { contactId: input.contact_id } })).contact),
  }),
  "DELETE /v1/contacts/:contact_id": call({
    scope: "contacts:write",
    group,
    id: "delete-a-contact",
    input: one,
    output: z.object({ id: z.string(), deleted: z.literal(true) }),
    errors: ["contact.not_found"],
    async run({ ctx, input }) {
      const { contactId } = await deleteContact({ ctx, input: { contactId: input.contact_id } });
      return { id: contactId, deleted: true as const };
    },
  }),
};
