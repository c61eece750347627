import { z } from "zod";
import { checkTill } from "#app/domain/sales/tills/check.server.ts";
import { connectTill, removeTill } from "#app/domain/sales/tills/connect.server.ts";
import { getTill, listTills } from "#app/domain/sales/tills/queries.server.ts";
import { replaceKeys } from "#app/domain/sales/tills/replaceKeys.server.ts";
import { rotateTill } from "#app/domain/sales/tills/rotate.server.ts";
import { newKeys, newTill, testPrompt, tillId, tillSettings } from "#app/domain/sales/tills/schemas.ts";
import { updateTill } from "#app/domain/sales/tills/settings.server.ts";
import { testTill } from "#app/domain/sales/tills/testPrompt.server.ts";
import { endpoint } from "../endpoint.ts";

const one = z.object({ tillId });
/** Each calls M-Pesa several times. */
const connects = { max: 60, windowSeconds: 3600 };

/** The organisation's own paybills and tills. */
export const tills = {
  "GET /tills": endpoint({
    act: "tills.view",
    input: z.object({}),
    run: ({ org }) => listTills(org),
  }),
  "POST /tills": endpoint({
    act: "tills.manage",
    creates: true,
    input: newTill,
    limit: connects,
    run: ({ org, input }) => connectTill({ ctx: org, input }),
  }),
  "GET /tills/:tillId": endpoint({
    act: "tills.view",
    input: one,
    run: ({ org, input }) => getTill(org, input.tillId),
  }),
  "PUT /tills/:tillId": endpoint({
    act: "tills.manage",
    input: tillSettings.extend({ tillId }),
    limit: connects,
    run: ({ org, input }) => updateTill({ ctx: org, input }),
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
  "PUT /tills/:tillId/keys": endpoint({
    act: "tills.manage",
    input: newKeys.safeExtend({ tillId }),
    limit: connects,
    run: ({ org, input }) => replaceKeys({ ctx: org, input }),
  }),
  "POST /tills/:tillId/rotate": endpoint({
    act: "tills.manage",
    input: one,
    limit: connects,
    run: ({ org, input }) => rotateTill({ ctx: org, input }),
  }),
  "DELETE /tills/:tillId": endpoint({
    act: "tills.manage",
    input: one,
    limit: connects,
    run: ({ org, input }) => removeTill({ ctx: org, input }),
  }),
};
