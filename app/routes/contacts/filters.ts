import { conditionsOf, type Draft, draftQuery, readDraft } from "#app/domain/contacts/segments/schemas.ts";

export interface ContactFilters {
  search: string;
  tag: string;
  consent: string;
  segment: string;
  draft: Draft;
}

/** The filters of the address, as they were typed and chosen. */
export function readFilters(query: URLSearchParams): ContactFilters {
  return {
    search: query.get("q") ?? "",
    tag: query.get("tag") ?? "",
    consent: query.get("consent") ?? "",
    segment: query.get("segment") ?? "",
    draft: readDraft(query),
  };
}

/** The conditions that are complete; what is wrong with the others stands at their rows. */
function complete({ match, rows }: Draft) {
  const right = rows.filter((row) => conditionsOf({ match, rows: [row] }).ok);
  const read = conditionsOf({ match, rows: right });
  return read.ok ? read.conditions : { match, conditions: [] };
}

/** The query of the call. */
export const callQuery = ({ search, tag, consent, segment, draft }: ContactFilters) => ({
  search: search.slice(0, 100),
  tag: tag.slice(0, 40),
  consent: (consent || undefined) as "granted" | undefined,
  segmentId: segment.slice(0, 60),
  conditions: JSON.stringify(complete(draft)),
});

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
