import { contactHours } from "#app/db/schema/insights/counts.ts";
import type { ContactTable } from "#app/domain/record/contactTables.ts";

/** Figures count contacts by their ids, which lead nowhere once a contact is gone. */
export const insightsContactData: readonly ContactTable[] = [
  {
    table: contactHours,
    onExport: "Hours of messages, which the copy has",
    onErase: "An id and an hour, for figures",
    onMerge: "Figures of the past stay as they were counted",
  },
];
