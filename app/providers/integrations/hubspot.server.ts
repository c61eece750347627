import type { CallOfAccount, OutsidePerson, SyncedPerson } from "./account.ts";

const contactsPath = "/crm/v3/objects/contacts";
const communicationsPath = "/crm/v3/objects/communications";
/** An unknown name does not delete an existing one. */
const propertiesOf = ({ name, phone }: SyncedPerson) => {
  if (name === "") return { phone };
  const [firstname = "", ...rest] = name.split(" ");
  return { firstname, lastname: rest.join(" "), phone };
};

interface HubspotObject {
  id: string;
  properties: Record<string, string | null | undefined>;
}

const personOf = ({ id, properties }: HubspotObject) => ({
  externalId: id,
  name: [properties.firstname, properties.lastname].filter(Boolean).join(" "),
  phone: properties.phone || properties.mobilephone || "",
});

/** A contact with its phone. @throws ServiceRefused 404 when it is gone */
export async function readHubspotContact(call: CallOfAccount, externalId: string) {
  const path = `${contactsPath}/${encodeURIComponent(externalId)}?properties=firstname,lastname,phone,mobilephone`;
  return personOf((await call(path)) as unknown as HubspotObject);
}

/** Finds a contact by phone; null where there is none. */
export async function findHubspotContact(call: CallOfAccount, phone: string): Promise<OutsidePerson | null> {
  const filters = [{ propertyName: "phone", operator: "EQ", value: phone }];
  const answer = await call(`${contactsPath}/search`, {
    json: { filterGroups: [{ filters }], properties: ["firstname", "lastname", "phone"], limit: 1 },
  });
  const [found] = (answer.results as HubspotObject[] | undefined) ?? [];
  return found ? personOf(found) : null;
}

/** Creates a contact, or updates the one of that id. Returns its id. */
export async function writeHubspotContact(
  call: CallOfAccount,
  externalId: string | null,
  person: SyncedPerson,
): Promise<string> {
  const json = { properties: propertiesOf(person) };
  const answer =
    externalId === null
      ? await call(contactsPath, { json })
      : await call(`${contactsPath}/${encodeURIComponent(externalId)}`, { method: "PATCH", json });
  return String(answer.id);
}

/** The association of a communication with a contact, as HubSpot defines it. */
const communicationToContact = 81;

interface TimelineEntry {
  externalId: string;
  text: string;
  at: Date;
}

/** Puts a WhatsApp message on the contact's timeline. */
export async function addHubspotMessage(
  call: CallOfAccount,
  { externalId, text, at }: TimelineEntry,
): Promise<void> {
  await call(communicationsPath, {
    json: {
      properties: {
        hs_communication_channel_type: "WHATS_APP",
        hs_communication_logged_from: "CRM",
        hs_communication_body: text,
        hs_timestamp: at.toISOString(),
      },
      associations: [
        {
          to: { id: externalId },
          types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: communicationToContact }],
        },
      ],
    },
  });
}

/** HubSpot stores a body as HTML: only its text is stable. */
const wordsOf = (text: string) =>
  text
    .replace(/<[^>]*>/g, " ")
    .replace(/&[#\w]+;/g, " ")
    .replace(/[\s&<>"']+/g, " ")
    .trim();

/** Whether the contact's timeline has this message: HubSpot stores no key of ours with communications. */
export async function hasHubspotMessage(
  call: CallOfAccount,
  { externalId, text, at }: TimelineEntry,
): Promise<boolean> {
  const filters = [
    { propertyName: "associations.contact", operator: "EQ", value: externalId },
    { propertyName: "hs_timestamp", operator: "EQ", value: String(at.getTime()) },
  ];
  const answer = await call(`${communicationsPath}/search`, {
    json: { filterGroups: [{ filters }], properties: ["hs_communication_body"], limit: 100 },
  });
  return ((answer.results as HubspotObject[] | undefined) ?? []).some(
    ({ properties }) => wordsOf(properties.hs_communication_body ?? "") === wordsOf(text),
  );
}
