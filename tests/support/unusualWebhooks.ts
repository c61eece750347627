import { readFileSync } from "node:fs";
import path from "node:path";
import { applyWaitingWebhooks } from "#app/domain/messaging/webhooks/apply.server.ts";
import type { TestPlatform } from "./platform.ts";

/**
 * A body as others' clients, emulators and Meta's documents have it, of an account and a number of ours; `at`: when what
 * it tells was written.
 */
export function unusualWebhook(
  name: string,
  { wabaId, phoneNumberId, at }: { wabaId?: string; phoneNumberId: string; at?: Date },
) {
  const file = path.join(import.meta.dirname, "../fixtures/whatsapp-webhooks-unusual", `${name}.json`);
  return readFileSync(file, "utf8")
    .replaceAll("106540352242922", phoneNumberId)
    .replaceAll("524126980791429", wabaId ?? "524126980791429")
    .replaceAll("1790000000", at ? String(Math.floor(at.getTime() / 1000)) : "1790000000");
}

/** Stores bodies as the door does, and applies them. */
export async function receive(platform: TestPlatform, ...bodies: string[]): Promise<void> {
  for (const body of bodies)
    await platform.services.db.system.query("insert into webhook_events (body) values ($1)", [body]);
  while ((await applyWaitingWebhooks(platform.services)) > 0);
}
