import { createHmac } from "node:crypto";
import type { Config } from "#app/platform/config/config.server.ts";

type Key = Config["encryptionKeys"][number];

/** What is left of a sealed event, null where it is gone, vouched for by the platform at the place that its seal holds. */
export const redactionOf = (
  { key }: Pick<Key, "key">,
  seal: string,
  eventId: string,
  content: string | null,
): string =>
  createHmac("sha256", key)
    .update(`redaction\n${seal}\n${eventId}\n${content ?? ""}`)
    .digest("hex");
