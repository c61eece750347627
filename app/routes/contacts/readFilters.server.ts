import { conditionsOf, type Draft, readDraft } from "#app/domain/contacts/segments/schemas.ts";
import type { ContactFilters } from "./filters.ts";

/** The filters of the address, as typed and chosen. */
export function readFilters(query: URLSearchParams): ContactFilters {
  return {
    search: query.get("q") ?? "",
    tag: query.get("tag") ?? "",
    consent: query.get("consent") ?? "",
    segment: query.get("segment") ?? "",
    draft: readDraft(query),
  };
}

/** The complete conditions; errors of the others are at their rows. */
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
