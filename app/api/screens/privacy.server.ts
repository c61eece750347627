import { z } from "zod";
import {
  erasePerson,
  handOverPerson,
  refusePersonRequest,
} from "#app/domain/contacts/requests/close.server.ts";
import { openPersonRequest } from "#app/domain/contacts/requests/open.server.ts";
import {
  getPersonRequest,
  listPersonRequests,
  personData,
} from "#app/domain/contacts/requests/queries.server.ts";
import { personRequestId, refusalForm, requestForm } from "#app/domain/contacts/requests/schemas.ts";
import { getPrivacy } from "#app/domain/organisations/privacy/queries.server.ts";
import { saveRetention, switchSupport } from "#app/domain/organisations/privacy/save.server.ts";
import { retentionForm } from "#app/domain/organisations/privacy/schemas.ts";
import { orgContext } from "#app/platform/context.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint } from "../endpoint.ts";
import { jsonDownload } from "./jsonDownload.server.ts";

const ofRequest = z.object({ personRequestId });

/** What an organisation decides about its data, and what persons ask of it. */
export const privacy = {
  "GET /privacy": endpoint({
    who: "manager",
    input: z.object({}),
    run: async ({ ctx }) => getPrivacy(orgContext(ctx)),
  }),
  "PUT /privacy/retention": endpoint({
    who: "manager",
    input: retentionForm,
    run: ({ ctx, input }) => saveRetention({ ctx: orgContext(ctx), input }),
  }),
  "PUT /privacy/support": endpoint({
    who: "manager",
    input: z.object({ allowed: z.boolean() }),
    run: ({ ctx, input }) => switchSupport({ ctx: orgContext(ctx), input }),
  }),
  "GET /privacy/requests": endpoint({
    who: "manager",
    input: z.object({}),
    run: async ({ ctx }) => listPersonRequests(orgContext(ctx)),
  }),
  "POST /contacts/:contactId/requests": endpoint({
    who: "manager",
    input: requestForm.extend({ contactId: idOf("contact", z.string().max(64)) }),
    run: ({ ctx, input }) => openPersonRequest({ ctx: orgContext(ctx), input }),
  }),
  "GET /privacy/requests/:personRequestId": endpoint({
    who: "manager",
    input: ofRequest,
    run: ({ ctx, input }) => getPersonRequest({ ctx: orgContext(ctx), input }),
  }),
  "GET /privacy/requests/:personRequestId/data": endpoint({
    who: "manager",
    writes: true,
    input: ofRequest,
    run: async ({ ctx, input }) => {
      const found = await personData({ ctx: orgContext(ctx), input });
      async function* pages() {
        yield [found];
      }
      return jsonDownload(`personal_data_${input.personRequestId}.json`, pages());
    },
  }),
  "POST /privacy/requests/:personRequestId/erase": endpoint({
    who: "manager",
    input: ofRequest,
    run: ({ ctx, input }) => erasePerson({ ctx: orgContext(ctx), input }),
  }),
  "POST /privacy/requests/:personRequestId/hand-over": endpoint({
    who: "manager",
    input: ofRequest,
    run: ({ ctx, input }) => handOverPerson({ ctx: orgContext(ctx), input }),
  }),
  "POST /privacy/requests/:personRequestId/refuse": endpoint({
    who: "manager",
    input: ofRequest.extend(refusalForm.shape),
    run: ({ ctx, input }) => refusePersonRequest({ ctx: orgContext(ctx), input }),
  }),
};
