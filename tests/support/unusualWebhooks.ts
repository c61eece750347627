import { readFileSync } from "node:fs";
import path from "node:path";
import { applyWaitingWebhooks } from "#app/domain/messaging/webhooks/apply.server.ts";
import type { TestPlatform } from "./platform.ts";

/**
 * A body as other clients, emulators and Meta's documents have it, of one of our accounts and numbers; `at`:
 * when it was written.
 */
export const unusualWebhook = (name: string, about: About) =>
  fixture(`whatsapp-webhooks-unusual/${name}.json`, about);

/** A body as Meta documents it. */
export const webhook = (name: string, about: About) => fixture(`whatsapp-webhooks/${name}.json`, about);

interface About {
  wabaId?: string;
  phoneNumberId: string;
  at?: Date;
}

function fixture(name: string, { wabaId, phoneNumberId, at }: About): string {
  return readFileSync(path.join(import.meta.dirname, "../fixtures", name), "utf8")
    .replaceAll("106540352242922", phoneNumberId)
    .replaceAll("524126980791429", wabaId ?? "524126980791429")
    .replaceAll("1790000000", at ? String(Math.floor(at.getTime() / 1000)) : "1790000000");
}

/** Stores bodies as the webhook endpoint does, and applies them. */
export async function receive(platform: TestPlatform, ...bodies: string[]): Promise<void> {
  for (const body of bodies)
    await platform.services.db.system.query("insert into webhook_events (body) values ($1)", [body]);
  while ((await applyWaitingWebhooks(platform.services)) > 0);
}
