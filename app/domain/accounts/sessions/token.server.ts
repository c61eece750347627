import { createHash } from "node:crypto";
import { seal, unseal } from "#app/platform/secrets/signature.server.ts";

/**
 * The token of a browser: `token.usertype`, signed. The role is signed so that the web tier can guard a route without a
 * lookup.
 */
export const sealSession = (token: string, usertype: string, secret: string): string =>
  seal(secret, "session", `${token}.${usertype}`);

/** The parts of a sealed token, or undefined when the signature is invalid. */
export function openSession(
  sealed: string | undefined,
  secret: string,
): { token: string; usertype: string } | undefined {
  const session = unseal(secret, "session", sealed);
  if (!session?.isGenuine()) return undefined;
  const [token, usertype] = session.value.split(".");
  return token && usertype ? { token, usertype } : undefined;
}

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
