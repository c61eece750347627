import { apiError } from "#app/api/errors.ts";
import { countHitInShare } from "#app/domain/accounts/rateLimits/shares.server.ts";
import { type FoundKey, findKey } from "#app/domain/organisations/apiKeys/find.server.ts";
import type { Services } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";

/** The rate limit of an organisation, all keys together. */
export const callsAMinute = 1000;
/** A process reserves so many of these at once and counts them in memory. */
const callsAShare = 20;

/**
 * The key of a request, counted for its organisation. @throws DomainError `auth.key_required`,
 * `rate_limit.exceeded`
 */
export async function admit(
  services: Services,
  apiRequest: { request: Request; headers: Headers; key?: FoundKey },
): Promise<FoundKey> {
  const text = /^Bearer (\S+)$/i.exec(apiRequest.request.headers.get("authorization") ?? "")?.[1];
  const key = text ? await findKey(services, text) : undefined;
  if (!key) throw apiError("auth.key_required");
  apiRequest.key = key;
  const limit = { max: callsAMinute, windowSeconds: 60, share: callsAShare };
  apiRequest.headers.set("ratelimit-limit", String(callsAMinute));
  try {
    const { remaining, resetSeconds } = await countHitInShare(services, `api-key:${key.orgId}`, limit);
    apiRequest.headers.set("ratelimit-remaining", String(remaining));
    apiRequest.headers.set("ratelimit-reset", String(resetSeconds));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    apiRequest.headers.set("ratelimit-remaining", "0");
    apiRequest.headers.set("ratelimit-reset", String(error.retryAfterSeconds));
    throw error;
  }
  return key;
}
