import { z } from "zod";
import { listNumbers } from "#app/domain/whatsappAccounts/queries.server.ts";
import { endpoint } from "../endpoint.ts";

/** What developers see of a number; what is not named here stays inside. */
const publicNumber = z.object({
  phoneNumberId: z.string(),
  displayPhoneNumber: z.string(),
  verifiedName: z.string(),
  qualityRating: z.string(),
  throughputPerSecond: z.number(),
  /** Registered at Meta, and connected to us. */
  sendable: z.boolean(),
});

/** The developers' public API: calls of an organisation's own systems, with its API key. What they answer stays as it is. */
export const v1 = {
  "GET /v1/numbers": endpoint({
    who: "key",
    input: z.object({}),
    run: async ({ ctx }) => ({ numbers: z.array(publicNumber).parse(await listNumbers(ctx)) }),
  }),
};
