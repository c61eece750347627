import { createHash, randomBytes } from "node:crypto";

/** A new key of 256 random bits; its prefix tells live keys from those of a sandbox. */
export const newKey = (sandbox: boolean): string =>
  `tsk_${sandbox ? "test" : "live"}_${randomBytes(32).toString("base64url")}`;

/** What is stored to recognise a key: it is random enough for a plain hash. */
export const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** What the encrypted key is bound to. */
export const boundTo = (orgId: string, keyId: string): string => `api_keys:${orgId}:${keyId}`;
