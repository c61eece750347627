import { data } from "react-router";
import { provider } from "#app/domain/integrations/connections/schemas.ts";
import type { ProviderName } from "#app/domain/integrations/connections/words.ts";
import { m } from "#messages";

/** The service in the address; unavailable ones have no screens. */
export function providerOf(params: { provider: string }): ProviderName {
  const parsed = provider.safeParse(params.provider);
  if (!parsed.success) throw data(m.integrations_provider_unknown(), { status: 404 });
  return parsed.data;
}
