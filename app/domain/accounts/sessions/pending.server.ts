import type { KeptToken } from "#app/domain/accounts/browserTokens.ts";
import { pendingSignInMinutes } from "#app/domain/accounts/secondFactors/schemas.ts";
import type { Services } from "#app/platform/context.ts";
import { seal, unseal } from "#app/platform/secrets/signature.server.ts";

const purpose = "pending";

/**
 * The token of the browser that gave the right password and still needs the code: `userId.remember.expiryMs`,
 * signed. A new password ends every half-finished sign-in.
 */
export function pendingToken(
  { clock, config }: Pick<Services, "clock" | "config">,
  { user, remember }: { user: { id: string; passwordHash: string }; remember: boolean },
): KeptToken {
  const expiresMs = clock.now().getTime() + pendingSignInMinutes * 60_000;
  const value = `${user.id}.${remember ? 1 : 0}.${expiresMs}`;
  return {
    value: seal(config.sessionSecret, purpose, value, user.passwordHash),
    days: pendingSignInMinutes / 1440,
  };
}

/** The user named by the token; to be trusted only when `isSigned` agrees with the user's password hash. */
export function readPending(
  { clock, config }: Pick<Services, "clock" | "config">,
  token: string | undefined,
) {
  const pending = unseal(config.sessionSecret, purpose, token);
  const [userId, remember, expiresMs] = pending?.value.split(".") ?? [];
  if (!pending || !userId || !(Number(expiresMs) > clock.now().getTime())) return undefined;
  return { userId, remember: remember === "1", isSigned: pending.isGenuine };
}
