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
import { endpoint } from "../endpoint.ts";

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
  "GET /integrations": endpoint({
    act: "integrations.view",
    input: integrationFilter,
    run: ({ org, input }) => listIntegrations(org, input),
  }),
  "GET /integrations/:provider": endpoint({
    act: "integrations.viewSettings",
    input: one,
    run: ({ org, input }) => getIntegration(org, input.provider),
  }),
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
  "PUT /integrations/:provider/settings": endpoint({
    act: "integrations.manage",
    input: connectionSettings.extend({ provider }),
    limit: connects,
    run: ({ org, input }) => updateSettings({ ctx: org, input }),
  }),
  "DELETE /integrations/:provider": endpoint({
    act: "integrations.manage",
    input: one,
    limit: connects,
    run: ({ org, input }) => disconnect({ ctx: org, input }),
  }),
};
