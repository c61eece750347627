import { z } from "zod";
import { idOf } from "#app/platform/objectIds.ts";

/** How long a form is kept for its user to sign in again. */
export const formDraftMinutes = 60;

export const formDraftId = idOf("draft", z.string().regex(/^[\w-]{22}$/));

const place = z.string().startsWith("/").max(2000);

/** A form's action, and its page. */
export const formDraftPlaces = z.object({ postedTo: place, page: place });

/** What is stored, encrypted. */
export const formDraft = formDraftPlaces.extend({
  fields: z.array(z.tuple([z.string(), z.string()])),
  /** Files are not stored, and must be chosen again. */
  hadFiles: z.boolean(),
});
export type FormDraft = z.infer<typeof formDraft>;

/** A draft opens in its own row and for its own user only. */
export const draftBoundTo = (draftId: string, userId: string) => `form_draft:${draftId}:${userId}`;
