import { z } from "zod";
import {
  checkTaxAccount,
  getTaxAccount,
  saveTaxAccount,
  switchTax,
} from "#app/domain/sales/tax/account.server.ts";
import { taxAccountForm, taxDocumentId } from "#app/domain/sales/tax/schemas.ts";
import { retryTaxDocumentOf } from "#app/domain/sales/tax/submit.server.ts";
import { query, verb } from "../endpoint.ts";

const changes = { max: 60, windowSeconds: 3600 };

/** The organisation's own eTIMS. */
export const etimsCalls = {
  "GET /etims": query("tills.view", z.object({}), getTaxAccount),
  "PUT /etims": verb("etims.manage", taxAccountForm, saveTaxAccount, { limit: changes }),
  "POST /etims/check": query("etims.manage", z.object({}), checkTaxAccount, { limit: changes }),
  "POST /etims/switch": verb("etims.manage", z.object({ isOn: z.boolean() }), switchTax, { limit: changes }),
  "POST /etims/documents/:taxDocumentId/retry": verb(
    "etims.manage",
    z.object({ taxDocumentId }),
    retryTaxDocumentOf,
    { limit: changes },
  ),
};
