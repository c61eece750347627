import type { ProviderName } from "#app/db/schema/integrations/connections.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import type { Call } from "#app/platform/context.ts";
import { storeConnection } from "./finish.server.ts";
import { nameOfService } from "./words.ts";

/** Connects a service that calls our API, and creates its key, which is returned only once. */
export async function connectByApiKey({
  ctx,
  input: { provider },
}: Call<{ provider: ProviderName }>): Promise<{ connectionId: string; key: string }> {
  const { keyId, key } = await createKey({
    ctx,
    input: {
      name: nameOfService(provider),
      mode: "live",
      scopes: [
        "messages:write",
        "contacts:write",
        "contacts:read",
        "templates:read",
        "webhooks:write",
        "webhooks:read",
      ],
      expiresAt: null,
    },
  });
  const granted = { accessToken: "", accountId: keyId, accountName: `Key ending in ${key.slice(-4)}` };
  const { id } = await storeConnection({ ctx, input: { provider, granted, keyId } });
  return { connectionId: id, key };
}
