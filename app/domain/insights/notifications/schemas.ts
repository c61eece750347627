import { z } from "zod";
import { alwaysNotified, newsKinds, newsWays } from "#app/domain/record/notifications/words.ts";

const way = z.enum(newsWays);
const notifiedWay = z.enum(newsWays.filter((one) => one !== "off") as ["bell", "mail", "digest"]);

/** A member's choices by kind; omitted kinds stay. */
export const choices = z.object(
  Object.fromEntries(
    newsKinds.map((kind) => [kind, (alwaysNotified.has(kind) ? notifiedWay : way).optional()] as const),
  ) as Record<(typeof newsKinds)[number], z.ZodOptional<typeof way>>,
);
