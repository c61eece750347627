import { z } from "zod";
import { fromNairobiInput } from "#app/platform/nairobiTime.ts";
import { campaignStatuses } from "./words.ts";

export { idempotencyKey } from "#app/domain/money/schemas.ts";

export const campaignId = z.string().min(1).max(64);
export const campaignName = z
  .string({ error: "Give the campaign a name" })
  .trim()
  .min(1, "Give the campaign a name")
  .max(100, "Use at most 100 characters");
export const campaignKind = z.enum(["campaign", "broadcast"]);
export const templateId = z.string({ error: "Choose a template" }).min(1, "Choose a template").max(64);
export const phoneNumberId = z
  .string({ error: "Choose the number to send from" })
  .min(1, "Choose the number to send from")
  .max(64);

export const audienceKind = z.enum(["all", "tag", "numbers"], { error: "Choose who gets the message" });
export const audienceTag = z.string().trim().max(60);
/** Numbers as pasted: one per line, or separated by commas. */
export const pastedNumbers = z
  .string()
  .max(400_000, "Paste at most 10,000 numbers. Import more as CSV under Contacts.");

export const variableText = z
  .string({ error: "Write the text to use" })
  .trim()
  .min(1, "Write the text to use")
  .max(500, "Use at most 500 characters");
export const variableSource = z.discriminatedUnion("from", [
  z.object({ from: z.literal("contact"), field: z.string().min(1).max(100), fallback: variableText }),
  z.object({ from: z.literal("text"), value: variableText }),
]);
/** By variable key of the template. */
export const variableSources = z.record(z.string().max(100), variableSource);

export const campaignStatus = z.enum(campaignStatuses);

export const messageStateFilter = z.enum([
  "queued",
  "unknown",
  "accepted",
  "sent",
  "delivered",
  "read",
  "failed",
  "cancelled",
]);

const noTime = "Enter the day and time of sending";

/** What the field of a day and time in Kenya sends, as the moment in ISO 8601. */
export const timeOfSending = z.string({ error: noTime }).transform((text, check) => {
  const moment = fromNairobiInput(text);
  if (moment) return moment.toISOString();
  check.addIssue({ code: "custom", message: noTime });
  return z.NEVER;
});
