import { readNotesBy } from "#app/platform/text/notes.ts";
import { catalogues } from "./catalogues.ts";
import { registerSubscribers } from "./domain/record/subscribers.ts";
import { subscribers } from "./subscribers.ts";

/**
 * Registers each room's subscribers and catalogues with the lower floors. Each process calls it once, before
 * it reads or writes anything.
 */
export function registerRooms(): void {
  registerSubscribers(subscribers);
  readNotesBy(catalogues);
}
