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
import { endpoint, query, verb } from "../endpoint.ts";
import { jsonDownload } from "./jsonDownload.server.ts";

const ofRequest = z.object({ personRequestId });

/** An organisation's data settings, and requests of persons about their data. */
export const privacy = {
  "GET /privacy": query("privacy.view", z.object({}), getPrivacy),
  "PUT /privacy/retention": verb("privacy.manage", retentionForm, updateRetention),
  "PUT /privacy/support": verb("privacy.manage", z.object({ allowed: z.boolean() }), switchSupport),
  "GET /privacy/requests": query("privacy.view", z.object({}), listPersonRequests),
  "POST /contacts/:contactId/requests": verb(
    "privacy.manage",
    requestForm.extend({ contactId: idOf("contact", z.string().max(64)) }),
    openPersonRequest,
    { creates: true },
  ),
  "GET /privacy/requests/:personRequestId": verb("privacy.view", ofRequest, getPersonRequest),
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
  "POST /privacy/requests/:personRequestId/erase": verb("privacy.manage", ofRequest, erasePerson),
  "POST /privacy/requests/:personRequestId/hand-over": verb("privacy.manage", ofRequest, handOverPerson),
  "POST /privacy/requests/:personRequestId/refuse": verb(
    "privacy.manage",
    ofRequest.extend(refusalForm.shape),
    refusePersonRequest,
  ),
};
