import type { Services } from "#app/platform/context.ts";
import { randomToken } from "#app/platform/secrets/random.ts";
import { seal, unseal } from "#app/platform/secrets/signature.server.ts";
import type { KeptToken } from "./browserTokens.ts";

const purpose = "known";
/** As long as browsers keep a cookie. */
const knownDays = 400;

interface User {
  id: string;
  passwordHash: string;
}

/** Knowing an old password gives no tries after a new one is set. */
const boundTo = ({ id, passwordHash }: User) => `${id}:${passwordHash}`;

/**
 * The token of the browser in which `user` has just signed in. It has tries of its own, so that strangers cannot
 * use them up.
 */
export const knownBrowserToken = ({ config }: Pick<Services, "config">, user: User): KeptToken => ({
  value: seal(config.sessionSecret, purpose, randomToken(12), boundTo(user)),
  days: knownDays,
});

/** The known browser of `user` that sent this token; undefined for an unknown one. */
export function knownBrowserOf(
  { config }: Pick<Services, "config">,
  token: string | undefined,
  user: User,
): string | undefined {
  const known = unseal(config.sessionSecret, purpose, token);
  return known?.isGenuine(boundTo(user)) ? known.value : undefined;
}
