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
import { switchSupport, updateRetention } from "#app/domain/organisations/privacy/save.server.ts";
import { retentionForm } from "#app/domain/organisations/privacy/schemas.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint } from "../endpoint.ts";
import { jsonDownload } from "./jsonDownload.server.ts";

const ofRequest = z.object({ personRequestId });

/** An organisation's data settings, and requests of persons about their data. */
export const privacy = {
  "GET /privacy": endpoint({
    act: "privacy.view",
    input: z.object({}),
    run: async ({ org }) => getPrivacy(org),
  }),
  "PUT /privacy/retention": endpoint({
    act: "privacy.manage",
    input: retentionForm,
    run: ({ org, input }) => updateRetention({ ctx: org, input }),
  }),
  "PUT /privacy/support": endpoint({
    act: "privacy.manage",
    input: z.object({ allowed: z.boolean() }),
    run: ({ org, input }) => switchSupport({ ctx: org, input }),
  }),
  "GET /privacy/requests": endpoint({
    act: "privacy.view",
    input: z.object({}),
    run: async ({ org }) => listPersonRequests(org),
  }),
  "POST /contacts/:contactId/requests": endpoint({
    act: "privacy.manage",
    creates: true,
    input: requestForm.extend({ contactId: idOf("contact", z.string().max(64)) }),
    run: ({ org, input }) => openPersonRequest({ ctx: org, input }),
  }),
  "GET /privacy/requests/:personRequestId": endpoint({
    act: "privacy.view",
    input: ofRequest,
    run: ({ org, input }) => getPersonRequest({ ctx: org, input }),
  }),
  "GET /privacy/requests/:personRequestId/data": endpoint({
    act: "privacy.manage",
    writes: true,
    input: ofRequest,
    run: async ({ org, input }) => {
      const found = await personData({ ctx: org, input });
      async function* pages() {
        yield [found];
      }
      return jsonDownload(`personal_data_${input.personRequestId}.json`, pages());
    },
  }),
  "POST /privacy/requests/:personRequestId/erase": endpoint({
    act: "privacy.manage",
    input: ofRequest,
    run: ({ org, input }) => erasePerson({ ctx: org, input }),
  }),
  "POST /privacy/requests/:personRequestId/hand-over": endpoint({
    act: "privacy.manage",
    input: ofRequest,
    run: ({ org, input }) => handOverPerson({ ctx: org, input }),
  }),
  "POST /privacy/requests/:personRequestId/refuse": endpoint({
    act: "privacy.manage",
    input: ofRequest.extend(refusalForm.shape),
    run: ({ org, input }) => refusePersonRequest({ ctx: org, input }),
  }),
};
