import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

type Keys = readonly { id: string; key: Buffer }[];

/**
 * AES-256-GCM with a key id for rotation. `boundTo` (organisation and row) is authenticated, so a secret
 * copied to another row does not open. Format: `v1.keyId.iv.tag.ciphertext`, base64url.
 */
export function sealSecret(keys: Keys, boundTo: string, plain: string): string {
  const newest = keys[0];
  if (!newest) throw new Error("no encryption key");
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", newest.key, iv);
  cipher.setAAD(Buffer.from(boundTo));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return [
    "v1",
    newest.id,
    iv.toString("base64url"),
    cipher.getAuthTag().toString("base64url"),
    text.toString("base64url"),
  ].join(".");
}

/** @throws Error when the key was removed, or the secret was altered or belongs to another row. */
export function openSecret(keys: Keys, boundTo: string, sealed: string): string {
  const [version, keyId, iv, tag, text] = sealed.split(".");
  const found = keys.find((candidate) => candidate.id === keyId);
  if (version !== "v1" || !found || iv === undefined || tag === undefined || text === undefined) {
    throw new Error(`no encryption key ${keyId} to open a stored secret`);
  }
  const decipher = createDecipheriv("aes-256-gcm", found.key, Buffer.from(iv, "base64url"));
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([decipher.update(Buffer.from(text, "base64url")), decipher.final()]).toString("utf8");
}
