import { z } from "zod";
import { checkTill } from "#app/domain/sales/tills/check.server.ts";
import { connectTill, removeTill } from "#app/domain/sales/tills/connect.server.ts";
import { getTill, listTills } from "#app/domain/sales/tills/queries.server.ts";
import { replaceKeys } from "#app/domain/sales/tills/replaceKeys.server.ts";
import { rotateTill } from "#app/domain/sales/tills/rotate.server.ts";
import { newKeys, newTill, testPrompt, tillId, tillSettings } from "#app/domain/sales/tills/schemas.ts";
import { updateTill } from "#app/domain/sales/tills/settings.server.ts";
import { testTill } from "#app/domain/sales/tills/testPrompt.server.ts";
import { endpoint, query, verb } from "../endpoint.ts";

const one = z.object({ tillId });
/** Each calls M-Pesa several times. */
const connects = { max: 60, windowSeconds: 3600 };

/** The organisation's own paybills and tills. */
export const tills = {
  "GET /tills": query("tills.view", z.object({}), listTills),
  "POST /tills": verb("tills.manage", newTill, connectTill, { creates: true, limit: connects }),
  "GET /tills/:tillId": endpoint({
    act: "tills.view",
    input: one,
    run: ({ org, input }) => getTill(org, input.tillId),
  }),
  "PUT /tills/:tillId": verb("tills.manage", tillSettings.extend({ tillId }), updateTill, {
    limit: connects,
  }),
  "POST /tills/:tillId/check": endpoint({
    act: "tills.manage",
    input: one,
    limit: connects,
    run: async ({ org, input }) => ({ checks: await checkTill(org, input.tillId) }),
  }),
  "POST /tills/:tillId/test": endpoint({
    act: "tills.manage",
    input: testPrompt.extend({ tillId }),
    limit: { max: 10, windowSeconds: 3600 },
    run: async ({ org, input }) => ({ result: await testTill({ ctx: org, input }) }),
  }),
  "PUT /tills/:tillId/keys": verb("tills.manage", newKeys.safeExtend({ tillId }), replaceKeys, {
    limit: connects,
  }),
  "POST /tills/:tillId/rotate": verb("tills.manage", one, rotateTill, { limit: connects }),
  "DELETE /tills/:tillId": verb("tills.manage", one, removeTill, { limit: connects }),
};
