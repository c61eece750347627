import { callerFor } from "#app/domain/integrations/connections/access.server.ts";
import type { Connection } from "#app/domain/integrations/connections/find.server.ts";
import type { Services } from "#app/platform/context.ts";
import { ServiceRefused } from "#app/providers/integrations/call.server.ts";
import { readHubspotContact } from "#app/providers/integrations/hubspot.server.ts";
import { takeOver } from "./links.server.ts";
import type { StoredNotice } from "./notices.server.ts";

/**
 * Loads the present state of a contact that was created or changed there, so that the order of notices does
 * not matter.
 */
export async function applyHubspot(
  services: Services,
  connection: Connection,
  { body }: Pick<StoredNotice, "body">,
): Promise<void> {
  const { objectId } = JSON.parse(body) as { objectId: number | string };
  try {
    await takeOver(
      services,
      connection,
      await readHubspotContact(callerFor(services, connection), String(objectId)),
    );
  } catch (error) {
    // It was deleted there since.
    if (!(error instanceof ServiceRefused && error.status === 404)) throw error;
  }
}
