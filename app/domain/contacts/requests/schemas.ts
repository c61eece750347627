import { z } from "zod";

export const requestForm = z.object({
  kind: z.enum(["export", "erasure"], { error: "Choose what they asked for" }),
  note: z
    .string({ error: "Say how they asked" })
    .trim()
    .min(5, "Say how they asked and how you know that it is them, in at least 5 characters")
    .max(500, "Keep it within 500 characters"),
});

export const refusalForm = z.object({
  refusal: z
    .string({ error: "Say why: the person has a right to know" })
    .trim()
    .min(5, "Say why, in at least 5 characters: the person has a right to know")
    .max(500, "Keep it within 500 characters"),
});

export const personRequestId = z.string().max(64);
