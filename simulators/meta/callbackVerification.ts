import { randomInt } from "node:crypto";
import { request } from "undici";

const TIMEOUT_MS = 5_000;

/**
 * Meta's handshake: the callback must return 200 with the bare challenge (facts/whatsapp-cloud-api.md §4.1).
 */
export async function isCallbackVerified(callbackUrl: string, verifyToken: string): Promise<boolean> {
  const challenge = String(randomInt(100_000_000, 2_000_000_000));
  try {
    const url = new URL(callbackUrl);
    url.searchParams.set("hub.mode", "subscribe");
    url.searchParams.set("hub.challenge", challenge);
    url.searchParams.set("hub.verify_token", verifyToken);
    const response = await request(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await response.body.text();
    return response.statusCode === 200 && body === challenge;
  } catch {
    return false;
  }
}
