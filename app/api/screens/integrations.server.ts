import { z } from "zod";
import { beginConnection, continueConnection } from "#app/domain/integrations/connections/begin.server.ts";
import { disconnect } from "#app/domain/integrations/connections/disconnect.server.ts";
import { isOAuth } from "#app/domain/integrations/connections/find.server.ts";
import { finishConnection } from "#app/domain/integrations/connections/finish.server.ts";
import { getIntegration, listIntegrations } from "#app/domain/integrations/connections/queries.server.ts";
import {
  callbackQuery,
  connectForm,
  connectionSettings,
  integrationFilter,
  provider,
} from "#app/domain/integrations/connections/schemas.ts";
import { updateSettings } from "#app/domain/integrations/connections/updateSettings.server.ts";
import { connectByApiKey } from "#app/domain/integrations/connections/withKey.server.ts";
import type { OAuthVendor } from "#app/platform/config/integrationsConfig.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { endpoint, query, verb } from "../endpoint.ts";

const one = z.object({ provider });
const connects = { max: 60, windowSeconds: 3600 };

const oauth = (name: z.output<typeof provider>): OAuthVendor => {
  if (!isOAuth(name)) throw notFound("Connection");
  return name;
};

async function connect(
  org: OrgContext,
  sessionId: string,
  { provider: name, ...form }: z.output<typeof connectForm> & { provider: z.output<typeof provider> },
) {
  if (isOAuth(name)) {
    await beginConnection({ ctx: org, input: { provider: name, sessionId, shop: form.shop } });
    return { next: "continue" as const, key: null };
  }
  const { key } = await connectByApiKey({ ctx: org, input: { provider: name } });
  return { next: "done" as const, key };
}

/** Services that an organisation connects. */
export const integrations = {
  "GET /integrations": query("integrations.view", integrationFilter, listIntegrations),
  "GET /integrations/:provider": query("integrations.viewSettings", one, (org, { provider }) =>
    getIntegration(org, provider),
  ),
  "POST /integrations/:provider/connect": endpoint({
    act: "integrations.manage",
    input: connectForm.extend({ provider }),
    limit: connects,
    run: ({ ctx, org, input }) => connect(org, ctx.session.sessionId, input),
  }),
  "GET /integrations/:provider/continue": endpoint({
    act: "integrations.manage",
    writes: true,
    input: one,
    run: ({ ctx, org, input }) =>
      continueConnection({
        ctx: org,
        input: { provider: oauth(input.provider), sessionId: ctx.session.sessionId },
      }),
  }),
  "POST /integrations/:provider/callback": endpoint({
    act: "integrations.manage",
    input: callbackQuery.extend({ provider }),
    limit: connects,
    run: ({ ctx, org, input }) =>
      finishConnection({
        ctx: org,
        input: { ...input, provider: oauth(input.provider), sessionId: ctx.session.sessionId },
      }),
  }),
  "PUT /integrations/:provider/settings": verb(
    "integrations.manage",
    connectionSettings.extend({ provider }),
    updateSettings,
    { limit: connects },
  ),
  "DELETE /integrations/:provider": verb("integrations.manage", one, disconnect, { limit: connects }),
};
