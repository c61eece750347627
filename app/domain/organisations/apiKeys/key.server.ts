import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { KeyMode } from "#app/db/schema/record/webhooks.ts";
import { randomBytes } from "#app/platform/secrets/random.ts";

const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, "0");

/**
 * A new key of 256 random bits: `tarishi_live_…` or `tarishi_test_…`, 64 hex digits, and their CRC-32 in 8
 * more, so that a secret scanner can recognise a real key.
 */
export function newKey(mode: KeyMode): string {
  const body = `tarishi_${mode}_${randomBytes(32).toString("hex")}`;
  return body + checksumOf(body);
}

/** Whether a text was mistyped or made up. Keys from before the checksum have none. */
export function hasWrongChecksum(key: string): boolean {
  const parts = /^(tarishi_(?:live|test)_[0-9a-f]{64})([0-9a-f]{8})$/.exec(key);
  if (!parts) return key.startsWith("tarishi_");
  return checksumOf(parts[1]!) !== parts[2];
}

/** What is stored to recognise a key: it is random enough for a plain hash. */
export const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** What the encrypted key is bound to. */
export const boundTo = (orgId: string, keyId: string): string => `api_keys:${orgId}:${keyId}`;
