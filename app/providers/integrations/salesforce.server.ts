import type { CallOfAccount, OutsidePerson, SyncedPerson } from "./account.ts";

const data = "/services/data/v62.0";

interface SalesforceContact {
  Id: string;
  Name?: string | null;
  Phone?: string | null;
  MobilePhone?: string | null;
  SystemModstamp: string;
}

const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

async function query(call: CallOfAccount, soql: string): Promise<SalesforceContact[]> {
  const answer = await call(`${data}/query?q=${encodeURIComponent(soql)}`);
  return (answer.records as SalesforceContact[] | undefined) ?? [];
}

function personOf({ Id, Name, Phone, MobilePhone }: SalesforceContact): OutsidePerson {
  const phone = MobilePhone || Phone || "";
  // A phone is the last name of a contact without a known name.
  return { externalId: Id, name: Name && Name !== phone ? Name : "", phone };
}

/** Contacts changed after `since`, oldest first, at most 200; `cursor` is the last position. */
export async function changedSalesforceContacts(call: CallOfAccount, since: string | null) {
  const where = since === null ? "" : ` WHERE SystemModstamp > ${since}`;
  const found = await query(
    call,
    `SELECT Id, Name, Phone, MobilePhone, SystemModstamp FROM Contact${where} ORDER BY SystemModstamp ASC LIMIT 200`,
  );
  return {
    people: found.map(personOf),
    cursor: found.at(-1)?.SystemModstamp.replace("+0000", "Z") ?? since,
  };
}

/** The contact with this phone; null when there is none. */
export async function findSalesforceContact(
  call: CallOfAccount,
  phone: string,
): Promise<OutsidePerson | null> {
  const [found] = await query(
    call,
    `SELECT Id, Name, Phone, MobilePhone, SystemModstamp FROM Contact WHERE MobilePhone = ${quoted(phone)} LIMIT 1`,
  );
  return found ? personOf(found) : null;
}

/** Creates a contact, or updates the one of that id. Returns its id. */
export async function writeSalesforceContact(
  call: CallOfAccount,
  externalId: string | null,
  { name, phone }: SyncedPerson,
): Promise<string> {
  const [first = "", ...rest] = name.split(" ");
  const named = { FirstName: rest.length > 0 ? first : "", LastName: rest.join(" ") || first };
  // Salesforce requires a last name; an existing one is not replaced.
  const json = {
    ...(name ? named : externalId === null ? { LastName: phone } : {}),
    MobilePhone: phone,
  };
  if (externalId === null) return String((await call(`${data}/sobjects/Contact`, { json })).id);
  await call(`${data}/sobjects/Contact/${encodeURIComponent(externalId)}`, { method: "PATCH", json });
  return externalId;
}
