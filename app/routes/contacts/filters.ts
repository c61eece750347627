import type { Draft } from "#app/domain/contacts/segments/schemas.ts";
import { draftQuery } from "#app/domain/contacts/segments/words.ts";

export interface ContactFilters {
  search: string;
  tag: string;
  consent: string;
  segment: string;
  draft: Draft;
}

/** The query of an address with these filters. */
export function addressQuery({ search, tag, consent, segment, draft }: ContactFilters): URLSearchParams {
  const query = draft.rows.length > 0 ? draftQuery(draft) : new URLSearchParams();
  if (search) query.set("q", search);
  if (tag) query.set("tag", tag);
  if (consent) query.set("consent", consent);
  if (segment) query.set("segment", segment);
  return query;
}

export const hasFilters = ({ search, tag, consent, segment, draft }: ContactFilters): boolean =>
  Boolean(search || tag || consent || segment || draft.rows.length > 0);
