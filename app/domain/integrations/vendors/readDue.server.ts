import { and, eq, inArray } from "drizzle-orm";
import { connections } from "#app/db/schema/integrations/connections.ts";
import { takeDue } from "#app/db/takeDue.server.ts";
import { callerFor } from "#app/domain/integrations/connections/access.server.ts";
import { faultNote } from "#app/domain/integrations/connections/faultNote.ts";
import { type Connection, ownConnection } from "#app/domain/integrations/connections/find.server.ts";
import { noteLog } from "#app/domain/integrations/connections/log.server.ts";
import { connectionNote } from "#app/domain/integrations/connections/notes.ts";
import { everyMinutes } from "#app/domain/integrations/connections/words.ts";
import type { Services } from "#app/platform/context.ts";
import type { OutsidePerson } from "#app/providers/integrations/account.ts";
import { changedSalesforceContacts } from "#app/providers/integrations/salesforce.server.ts";
import { readSheet } from "#app/providers/integrations/sheets.server.ts";
import { takeOver } from "./links.server.ts";

const mostConnections = 50;
const mostRows = 2000;

/** Polls services that are due. Each connection is claimed by one process; an error waits for the next poll. */
export async function readDueConnections(services: Services): Promise<void> {
  const now = services.clock.now();
  const nextRunAt = new Date(now.getTime() + everyMinutes * 60_000);
  const due = {
    ...{ name: "connections", table: "connections", isDue: "t.next_run_at <= $1 and t.status = 'connected'" },
    ...{ values: [now], order: "t.next_run_at, t.id" },
  };
  const claimed = await takeDue(services, due, mostConnections, (tx, orgId, ids) =>
    tx
      .update(connections)
      .set({ nextRunAt })
      .where(and(eq(connections.orgId, orgId), inArray(connections.id, [...ids])))
      .returning(),
  );
  for (const connection of claimed) await readOne(services, connection);
}

async function readOne(services: Services, connection: Connection): Promise<void> {
  try {
    const { people, cursor } = await peopleOf(services, connection);
    let changed = 0;
    for (const person of people) if (await takeOver(services, connection, person)) changed += 1;
    await services.db.withOrg(connection.orgId, async (tx) => {
      // A connection that was disconnected during the read is unchanged.
      await tx
        .update(connections)
        .set({ cursor })
        .where(and(ownConnection(connection), eq(connections.status, "connected")));
      const detail = connectionNote("connection.read", { contacts: people.length, changed });
      await noteLog(tx, services, connection, { kind: "contacts.read", detail });
    });
  } catch (error) {
    await services.db.withOrg(connection.orgId, (tx) =>
      noteLog(tx, services, connection, { kind: "failed", ok: false, detail: faultNote(error) }),
    );
  }
}

async function peopleOf(
  services: Services,
  connection: Connection,
): Promise<{ people: OutsidePerson[]; cursor: string | null }> {
  const call = callerFor(services, connection);
  if (connection.provider === "salesforce") return changedSalesforceContacts(call, connection.cursor);
  const { spreadsheetId, importRange } = connection.settings;
  if (!spreadsheetId || !importRange) return { people: [], cursor: null };
  return { people: peopleIn(await readSheet(call, spreadsheetId, importRange)), cursor: null };
}

const heads = {
  phone: /phone|simu|mobile|msisdn|portable/i,
  name: /name|jina|nom/i,
  tags: /tags?|lebo|[ée]tiquettes?/i,
};

/** People in the rows of a sheet, whose first row names the columns. */
export function peopleIn([head = [], ...rows]: string[][]): OutsidePerson[] {
  const at = (pattern: RegExp) => head.findIndex((cell) => pattern.test(cell));
  const [phoneAt, nameAt, tagsAt] = [at(heads.phone), at(heads.name), at(heads.tags)];
  if (phoneAt < 0) throw new Error(connectionNote("connection.no_phone_column"));
  return rows.slice(0, mostRows).flatMap((row) => {
    const phone = row[phoneAt]?.trim() ?? "";
    if (phone === "") return [];
    const name = (row[nameAt]?.trim() ?? "").slice(0, 100);
    const tags = (row[tagsAt] ?? "").split(/[,;]/).flatMap((tag) => tag.trim().slice(0, 50) || []);
    return [{ externalId: phone, phone, name, ...(tagsAt >= 0 && tags.length > 0 ? { tags } : {}) }];
  });
}
