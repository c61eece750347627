import { z } from "zod";

/**
 * A stored reason: a code with a text of ours, or another service's text; `about`: the name of its subject.
 */
export const reason = z.object({
  code: z.string(),
  said: z.string().optional(),
  about: z.string().optional(),
});
