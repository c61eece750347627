import { z } from "zod";
import {
  checkTaxAccount,
  getTaxAccount,
  saveTaxAccount,
  switchTax,
} from "#app/domain/sales/tax/account.server.ts";
import { taxAccountForm, taxDocumentId } from "#app/domain/sales/tax/schemas.ts";
import { retryTaxDocumentOf } from "#app/domain/sales/tax/submit.server.ts";
import { endpoint } from "../endpoint.ts";

const changes = { max: 60, windowSeconds: 3600 };

/** The organisation's own eTIMS. */
export const etimsCalls = {
  "GET /etims": endpoint({
    act: "tills.view",
    input: z.object({}),
    run: ({ org }) => getTaxAccount(org),
  }),
  "PUT /etims": endpoint({
    act: "etims.manage",
    input: taxAccountForm,
    limit: changes,
    run: ({ org, input }) => saveTaxAccount({ ctx: org, input }),
  }),
  "POST /etims/check": endpoint({
    act: "etims.manage",
    input: z.object({}),
    limit: changes,
    run: ({ org }) => checkTaxAccount(org),
  }),
  "POST /etims/switch": endpoint({
    act: "etims.manage",
    input: z.object({ isOn: z.boolean() }),
    limit: changes,
    run: ({ org, input }) => switchTax({ ctx: org, input }),
  }),
  "POST /etims/documents/:taxDocumentId/retry": endpoint({
    act: "etims.manage",
    input: z.object({ taxDocumentId }),
    limit: changes,
    run: ({ org, input }) => retryTaxDocumentOf({ ctx: org, input }),
  }),
};
