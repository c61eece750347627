import { z } from "zod";
import { getWallet } from "#app/domain/money/ledger/queries.server.ts";
import { listNumbers } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { call } from "./call.ts";

const cents = z.number().int().meta({ description: "KES cents." });

const number = z
  .object({
    phone_number_id: z.string().meta({ description: "Meta's id; `from` of a message." }),
    display_phone_number: z.string(),
    verified_name: z.string(),
    quality_rating: z.string(),
    throughput_per_second: z.number(),
    sendable: z.boolean().meta({ description: "Registered at Meta, and connected here." }),
  })
  .meta({ id: "Number" });

export const account = {
  "GET /v1/numbers": call({
    scope: "numbers:read",
    group: "account",
    id: "list-numbers",
    input: z.object({}),
    output: z.object({ data: z.array(number), next_cursor: z.null() }),
    errors: [],
    inTestMode: "same",
    async run({ ctx }) {
      const data = (await listNumbers(ctx)).map((row) => ({
        phone_number_id: row.phoneNumberId,
        display_phone_number: row.displayPhoneNumber,
        verified_name: row.verifiedName,
        quality_rating: row.qualityRating,
        throughput_per_second: row.throughputPerSecond,
        sendable: row.sendable,
      }));
      return { data, next_cursor: null };
    },
  }),
  "GET /v1/wallet": call({
    scope: "wallet:read",
    group: "account",
    id: "read-the-wallet",
    input: z.object({}),
    output: z.object({ balance_cents: cents, held_cents: cents, currency: z.literal("KES") }),
    errors: [],
    async run({ ctx }) {
      const { balanceCents, heldCents } = await getWallet(ctx);
      return { balance_cents: balanceCents, held_cents: heldCents, currency: "KES" as const };
    },
  }),
  "GET /v1/usage": call({
    scope: "wallet:read",
    group: "account",
    id: "read-the-usage",
    input: z.object({}),
    output: z.object({
      month: z.string(),
      plan: z.string(),
      billing: z.string(),
      delivered: z.number().int(),
      included_messages: z.number().int(),
      included_used: z.number().int(),
      price_per_message_cents: cents,
    }),
    errors: [],
    async run({ ctx }) {
      const { plan } = await getWallet(ctx);
      return {
        month: plan.month,
        plan: plan.planType,
        billing: plan.billingType,
        delivered: plan.delivered,
        included_messages: plan.includedMessages,
        included_used: plan.includedUsed,
        price_per_message_cents: plan.perMessageCents,
      };
    },
  }),
};
