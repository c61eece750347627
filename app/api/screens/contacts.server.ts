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
import { endpoint, verb } from "../endpoint.ts";
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
  "GET /contacts": verb("contacts.view", listFilters, listContacts),
  "POST /contacts": verb("contacts.edit", withFields, createContact, { creates: true }),
  "GET /contacts/tags": verb("contacts.view", z.object({}), listTags),
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
  "GET /contacts/:contactId": verb("contacts.view", one, getContact),
  "GET /contacts/:contactId/history": verb("contacts.view", one, getContactHistory),
  "PUT /contacts/:contactId": verb("contacts.edit", withFields.extend(one.shape), updateContact),
  "GET /contacts/:contactId/timeline": verb(
    "contacts.view",
    one.extend({ before: z.string().max(100).default("") }),
    getContactTimeline,
  ),
  "GET /contacts/:contactId/merge": verb(
    "contacts.previewBulk",
    one.extend({ otherContactId: idOf("contact", z.string().max(60)) }),
    compareContacts,
  ),
  "POST /contacts/:contactId/merge": verb("contacts.bulk", one.extend(mergeChoices.shape), mergeTwo),
  "DELETE /contacts/:contactId": verb("contacts.delete", one, deleteContact),
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
