import { readNotesBy } from "#app/platform/text/notes.ts";
import { catalogues } from "./catalogues.ts";
import { registerSubscribers } from "./domain/record/subscribers.ts";
import { subscribers } from "./subscribers.ts";

/**
 * Hands the lower floors what rooms above them have: what reacts to events, and the words of stored codes. Each process calls
 * it once, before it reads or writes anything.
 */
export function registerRooms(): void {
  registerSubscribers(subscribers);
  readNotesBy(catalogues);
}
