import { callerFor } from "#app/domain/integrations/connections/access.server.ts";
import type { Connection } from "#app/domain/integrations/connections/find.server.ts";
import { noteLog } from "#app/domain/integrations/connections/log.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { CallOfAccount, OutsidePerson, SyncedPerson } from "#app/providers/integrations/account.ts";
import { ServiceRefused } from "#app/providers/integrations/call.server.ts";
import { findHubspotContact, writeHubspotContact } from "#app/providers/integrations/hubspot.server.ts";
import {
  findSalesforceContact,
  writeSalesforceContact,
} from "#app/providers/integrations/salesforce.server.ts";
import { linkOf, personOf, saveLink, stampOf, takeOver } from "./links.server.ts";

interface Crm {
  find(call: CallOfAccount, phone: string): Promise<OutsidePerson | null>;
  write(call: CallOfAccount, externalId: string | null, person: SyncedPerson): Promise<string>;
}

const crms: Partial<Record<Connection["provider"], Crm>> = {
  hubspot: { find: findHubspotContact, write: writeHubspotContact },
  salesforce: { find: findSalesforceContact, write: writeSalesforceContact },
};

/**
 * Syncs a contact to a CRM, unless it is unchanged since the last sync. Returns its id there; null for a
 * contact without a phone number. One deleted there is created again; one that already had a name there keeps
 * it, and ours is updated.
 */
export async function sendContact(
  services: Services,
  connection: Connection,
  contactId: string,
): Promise<{ externalId: string | null; changed: boolean }> {
  const crm = crms[connection.provider]!;
  const { link, person } = await services.db.withOrg(connection.orgId, async (tx) => ({
    link: await linkOf(tx, connection, { contactId }),
    person: await personOf(tx, connection, contactId),
  }));
  if (!person) return { externalId: null, changed: false };
  const stamp = stampOf(person);
  if (link?.stamp === stamp) return { externalId: link.externalId, changed: false };
  const call = callerFor(services, connection);
  const theirs = link ? null : await crm.find(call, person.phone);
  if (theirs?.name) {
    const changed = await takeOver(services, connection, theirs);
    return { externalId: theirs.externalId, changed };
  }
  const known = link?.externalId ?? theirs?.externalId ?? null;
  const externalId = await crm.write(call, known, person).catch((error: unknown) => {
    if (error instanceof ServiceRefused && error.status === 404) return crm.write(call, null, person);
    throw error;
  });
  await services.db.withOrg(connection.orgId, async (tx) => {
    await saveLink(tx, connection, { externalId, contactId, stamp });
    await noteLog(tx, services, connection, { kind: "contact.sent", detail: person.name || person.phone });
  });
  return { externalId, changed: true };
}
