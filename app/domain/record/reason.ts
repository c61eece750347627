import { z } from "zod";

/** Why something is as it is: a code, whose words are ours, or with it what was said where the words are not ours; `about`: the name of what it is about. */
export const reason = z.object({
  code: z.string(),
  said: z.string().optional(),
  about: z.string().optional(),
});
