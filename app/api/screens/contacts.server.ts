import { z } from "zod";
import { changeOptOut } from "#app/domain/contacts/changeOptOut.server.ts";
import { createContact } from "#app/domain/contacts/create.server.ts";
import { deleteContact } from "#app/domain/contacts/delete.server.ts";
import { exportContacts } from "#app/domain/contacts/export.server.ts";
import { compareContacts, mergeTwo } from "#app/domain/contacts/mergeTwo.server.ts";
import { getContact, listContacts, listTags } from "#app/domain/contacts/queries.server.ts";
import { consentSource, contactFields, contactForm, mergeChoices } from "#app/domain/contacts/schemas.ts";
import { listFilters } from "#app/domain/contacts/segments/schemas.ts";
import { updateContact } from "#app/domain/contacts/update.server.ts";
import { getContactTimeline } from "#app/domain/insights/contactTimeline.server.ts";
import { getContactHistory } from "#app/domain/messaging/conversations/contactHistory.server.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint } from "../endpoint.ts";
import { contactBulk } from "./contactBulk.server.ts";
import { contactImports } from "./contactImports.server.ts";
import { csvDownload } from "./csvDownload.server.ts";

const one = z.object({ contactId: idOf("contact", z.string().max(60)) });
const withFields = contactForm.extend({ fields: contactFields });
const consentInput = one.extend({ source: consentSource });

/** Contacts. Order counts: `/contacts/tags` and `/contacts/export` stand before `/contacts/:contactId`. */
export const contacts = {
  ...contactImports,
  ...contactBulk,
  "GET /contacts": endpoint({
    act: "contacts.view",
    input: listFilters,
    run: ({ org, input }) => listContacts({ ctx: org, input }),
  }),
  "POST /contacts": endpoint({
    act: "contacts.edit",
    creates: true,
    input: withFields,
    run: ({ org, input }) => createContact({ ctx: org, input }),
  }),
  "GET /contacts/tags": endpoint({
    act: "contacts.view",
    input: z.object({}),
    run: ({ org }) => listTags({ ctx: org }),
  }),
  "GET /contacts/export": endpoint({
    act: "contacts.export",
    writes: true,
    input: listFilters,
    limit: { max: 20, windowSeconds: 3600 },
    run: async ({ org, input }) => {
      const { fileName, header, pages } = await exportContacts({ ctx: org, input });
      return csvDownload(fileName, header, pages);
    },
  }),
  "GET /contacts/:contactId": endpoint({
    act: "contacts.view",
    input: one,
    run: ({ org, input }) => getContact({ ctx: org, input }),
  }),
  "GET /contacts/:contactId/history": endpoint({
    act: "contacts.view",
    input: one,
    run: ({ org, input }) => getContactHistory({ ctx: org, input }),
  }),
  "PUT /contacts/:contactId": endpoint({
    act: "contacts.edit",
    input: withFields.extend(one.shape),
    run: ({ org, input }) => updateContact({ ctx: org, input }),
  }),
  "GET /contacts/:contactId/timeline": endpoint({
    act: "contacts.view",
    input: one.extend({ before: z.string().max(100).default("") }),
    run: ({ org, input }) => getContactTimeline({ ctx: org, input }),
  }),
  "GET /contacts/:contactId/merge": endpoint({
    act: "contacts.previewBulk",
    input: one.extend({ otherContactId: idOf("contact", z.string().max(60)) }),
    run: ({ org, input }) => compareContacts({ ctx: org, input }),
  }),
  "POST /contacts/:contactId/merge": endpoint({
    act: "contacts.bulk",
    input: one.extend(mergeChoices.shape),
    run: ({ org, input }) => mergeTwo({ ctx: org, input }),
  }),
  "DELETE /contacts/:contactId": endpoint({
    act: "contacts.delete",
    input: one,
    run: ({ org, input }) => deleteContact({ ctx: org, input }),
  }),
  "POST /contacts/:contactId/opt-out": endpoint({
    act: "contacts.edit",
    input: consentInput,
    run: ({ org, input }) => changeOptOut({ ctx: org, input: { ...input, optedOut: true } }),
  }),
  "POST /contacts/:contactId/opt-in": endpoint({
    act: "contacts.edit",
    input: consentInput,
    run: ({ org, input }) => changeOptOut({ ctx: org, input: { ...input, optedOut: false } }),
  }),
};
