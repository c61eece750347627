import { connections, type ProviderName } from "#app/db/schema/integrations/connections.ts";
import { connectionChanged } from "#app/domain/integrations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { ownConnection, requireConnection } from "./find.server.ts";
import type { SettingsForm } from "./schemas.ts";
import { nameOfService } from "./words.ts";

/** Saves a connection's settings. @throws DomainError `connection.not_found` */
export async function updateSettings({
  ctx,
  input: { provider, ...given },
}: Call<SettingsForm & { provider: ProviderName }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const connection = await requireConnection(tx, ctx, provider);
    const { spreadsheetId, importRange, resultRange, channel } = given;
    const settings =
      provider === "google_sheets"
        ? { spreadsheetId, importRange, resultRange }
        : provider === "slack"
          ? { channel }
          : {};
    const now = ctx.clock.now();
    await tx
      .update(connections)
      .set({
        settings: { ...connection.settings, ...settings },
        ...(provider === "google_sheets" ? { nextRunAt: now } : {}),
      })
      .where(ownConnection(connection));
    await record(tx, ctx, connectionChanged, {
      subject: connection.id,
      data: { service: nameOfService(provider), account: connection.accountName },
    });
    return {};
  });
}
