import * as accountEvents from "#app/domain/accounts/events.ts";
import { accountWords } from "#app/domain/accounts/eventWords.ts";
import * as botEvents from "#app/domain/bots/events.ts";
import { botWords } from "#app/domain/bots/eventWords.ts";
import * as consoleEvents from "#app/domain/console/events.ts";
import { consoleWords } from "#app/domain/console/eventWords.ts";
import * as contactEvents from "#app/domain/contacts/events.ts";
import { contactWords } from "#app/domain/contacts/eventWords.ts";
import * as crmEvents from "#app/domain/crm/events.ts";
import { crmWords } from "#app/domain/crm/eventWords.ts";
import * as flowEvents from "#app/domain/flows/events.ts";
import { flowWords } from "#app/domain/flows/eventWords.ts";
import * as integrationEvents from "#app/domain/integrations/events.ts";
import { integrationWords } from "#app/domain/integrations/eventWords.ts";
import * as messagingEvents from "#app/domain/messaging/events.ts";
import { messagingWords } from "#app/domain/messaging/eventWords.ts";
import * as moneyEvents from "#app/domain/money/events.ts";
import { moneyWords } from "#app/domain/money/eventWords.ts";
import * as organisationEvents from "#app/domain/organisations/events.ts";
import { organisationWords } from "#app/domain/organisations/eventWords.ts";
import * as partnerEvents from "#app/domain/partners/events.ts";
import { partnerWords } from "#app/domain/partners/eventWords.ts";
import * as recordEvents from "#app/domain/record/events.ts";
import type { EventType } from "#app/domain/record/eventType.ts";
import type { Changes, EventContext, Words } from "#app/domain/record/eventWords.ts";
import { recordWords } from "#app/domain/record/ownEventWords.ts";
import * as salesEvents from "#app/domain/sales/events.ts";
import { salesWords } from "#app/domain/sales/eventWords.ts";
import * as sequenceEvents from "#app/domain/sequences/events.ts";
import { sequenceWords } from "#app/domain/sequences/eventWords.ts";
import * as whatsappEvents from "#app/domain/whatsapp/events.ts";
import { whatsappWords } from "#app/domain/whatsapp/eventWords.ts";
import { catalogue } from "#app/platform/text/catalogue.ts";
import { presentFacts, presentName } from "./formerNames.ts";

/** The event types of all rooms. A room's new type is one at once; without words for it, its catalogue does not compile. */
const rooms = {
  recordEvents,
  moneyEvents,
  accountEvents,
  organisationEvents,
  contactEvents,
  whatsappEvents,
  messagingEvents,
  partnerEvents,
  crmEvents,
  salesEvents,
  sequenceEvents,
  flowEvents,
  integrationEvents,
  botEvents,
  consoleEvents,
};

const allTypes = Object.values(rooms).flatMap((room) => Object.values(room) as EventType[]);

/** Types whose events are stored, by name. */
export const eventTypes: ReadonlyMap<string, EventType> = new Map(
  allTypes.filter(({ isStored }) => isStored !== false).map((type) => [type.name, type]),
);

/** Types that webhook endpoints can get. */
export const publicTypes: readonly EventType[] = allTypes.filter(({ webhook }) => webhook);

const words: Readonly<Record<string, (data: never, context: EventContext) => Words>> = {
  ...recordWords,
  ...moneyWords,
  ...accountWords,
  ...organisationWords,
  ...contactWords,
  ...whatsappWords,
  ...messagingWords,
  ...partnerWords,
  ...crmWords,
  ...salesWords,
  ...sequenceWords,
  ...flowWords,
  ...integrationWords,
  ...botWords,
  ...consoleWords,
};

const events = catalogue<Words, [context: EventContext]>(words);

/** A row of events, as far as its words are made of it. */
export interface StoredEvent {
  name: string;
  data: unknown;
  subjectId: string | null;
  status: "success" | "warning" | "error";
  changes: Changes | null;
}

/** An event as text in the reader's language. One whose facts are of another version shows its name. */
export function wordsOf(event: StoredEvent): Words {
  const name = presentName(event.name);
  const facts = eventTypes.get(name)?.data.safeParse(presentFacts(event.data));
  const context = { ...event, changes: event.changes ?? {} };
  return (facts?.success && events.read(name, facts.data, context)) || { title: name, details: "" };
}

/** Event types that have no words; the types of the catalogues leave none. */
export const wordless = (): string[] => [...eventTypes.keys()].filter((name) => !(name in words));
