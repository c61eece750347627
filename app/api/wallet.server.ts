import { z } from "zod";
import { getWallet } from "#app/domain/ledger/queries.server.ts";
import { idempotencyKey, topUpAmountKes } from "#app/domain/ledger/schemas.ts";
import { topUpTestCredit } from "#app/domain/ledger/topUpTestCredit.server.ts";
import { orgContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";

/** The organisation's money: balances, plan, entries. */
export const wallet = {
  "GET /wallet": endpoint({
    who: "member",
    input: z.object({}),
    run: ({ ctx }) => getWallet(orgContext(ctx)),
  }),
  "POST /wallet/test-credit": endpoint({
    who: "manager",
    input: z.object({ amountKes: topUpAmountKes, key: idempotencyKey }),
    limit: { max: 60, windowSeconds: 3600 },
    run: ({ ctx, input }) => topUpTestCredit({ ctx: orgContext(ctx), input }),
  }),
};
