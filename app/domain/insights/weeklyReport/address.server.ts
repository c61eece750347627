import type { Config } from "#app/platform/config/config.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { seal, unseal } from "#app/platform/secrets/signature.server.ts";

const purpose = "weekly-report";

/** The address that ends a member's weekly report without signing in. It is signed, never expires, and can do nothing else. */
export const unsubscribeUrl = (
  { appUrl, sessionSecret }: Pick<Config, "appUrl" | "sessionSecret">,
  { orgId, userId }: { orgId: string; userId: string },
): string => `${appUrl}/unsubscribe/${seal(sessionSecret, purpose, `${orgId}:${userId}`)}`;

/** The member of such an address; undefined when it was not made here. */
export function memberOfToken(
  { sessionSecret }: Pick<Config, "sessionSecret">,
  token: string,
): { orgId: OrgId; userId: string } | undefined {
  const sealed = unseal(sessionSecret, purpose, token);
  if (!sealed?.isGenuine()) return undefined;
  const [orgId = "", userId = ""] = sealed.value.split(":");
  return { orgId: orgId as OrgId, userId };
}
