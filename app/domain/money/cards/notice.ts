import { z } from "zod";

/** The parts of a card provider's notice that identify it; the notice is stored in full. */
export const cardNotice = z.object({
  event: z.string().max(100),
  data: z.object({
    id: z.union([z.number(), z.string()]).optional(),
    reference: z.string().max(200).optional(),
    transaction_reference: z.string().max(200).optional(),
    status: z.string().max(100).optional(),
    transaction: z.object({ reference: z.string().max(200) }).optional(),
  }),
});
export type CardNotice = z.output<typeof cardNotice>;
