import { readNotesBy } from "#app/platform/text/notes.ts";
import { catalogues } from "./catalogues.ts";
import { contactTables } from "./contactTables.ts";
import { registerContactTables } from "./domain/record/contactTables.ts";
import { registerSubscribers } from "./domain/record/subscribers.ts";
import { subscribers } from "./subscribers.ts";

/**
 * Registers each room's subscribers, tables about contacts and catalogues with the lower floors. Each process calls it once,
 * before it reads or writes anything.
 */
export function registerRooms(): void {
  registerSubscribers(subscribers);
  registerContactTables(contactTables);
  readNotesBy(catalogues);
}
