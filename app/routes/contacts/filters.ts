export interface ContactFilters {
  search: string;
  tag: string;
  consent: string;
}

/** The filters of the address, as they were typed and chosen. */
export function readFilters(query: URLSearchParams): ContactFilters {
  return {
    search: query.get("q") ?? "",
    tag: query.get("tag") ?? "",
    consent: query.get("consent") ?? "",
  };
}

/** The query of the call. */
export const callQuery = ({ search, tag, consent }: ContactFilters) => ({
  search: search.slice(0, 100),
  tag: tag.slice(0, 40),
  consent: consent as "granted" | undefined,
});

/** The query of an address with these filters. */
export function addressQuery(filters: ContactFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (filters.search) query.set("q", filters.search);
  if (filters.tag) query.set("tag", filters.tag);
  if (filters.consent) query.set("consent", filters.consent);
  return query;
}
