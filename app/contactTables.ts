import { botsContactData } from "./domain/bots/contactData.server.ts";
import { ownContactData } from "./domain/contacts/contactData.server.ts";
import { crmContactData } from "./domain/crm/contactData.server.ts";
import { flowsContactData } from "./domain/flows/contactData.server.ts";
import { insightsContactData } from "./domain/insights/contactData.server.ts";
import { integrationsContactData } from "./domain/integrations/contactData.server.ts";
import { messagingContactData } from "./domain/messaging/conversations/contactData.server.ts";
import { smsContactData } from "./domain/messaging/sms/contactData.server.ts";
import { recordContactData } from "./domain/record/contactData.server.ts";
import type { ContactTable } from "./domain/record/contactTables.ts";
import { bookContactData } from "./domain/sales/books/contactData.server.ts";
import { salesContactData } from "./domain/sales/contactData.server.ts";
import { orderContactData } from "./domain/sales/orders/contactData.server.ts";
import { sequencesContactData } from "./domain/sequences/contactData.server.ts";

/** Every table with rows about contacts, in the order in which their rows are locked: the log comes last. */
export const contactTables: readonly ContactTable[] = [
  ...crmContactData,
  ...salesContactData,
  ...orderContactData,
  ...bookContactData,
  ...messagingContactData,
  ...smsContactData,
  ...sequencesContactData,
  ...flowsContactData,
  ...botsContactData,
  ...integrationsContactData,
  ...ownContactData,
  ...insightsContactData,
  ...recordContactData,
];
