import { notesOf } from "#app/platform/text/notes.ts";
import { m } from "#messages";

/** Why an endpoint was switched off automatically. */
export const endpointNote = notesOf({
  "endpoint.gone": m.webhooks_note_gone,
  "endpoint.failing": m.webhooks_note_failing,
});
