import { safePath } from "#app/platform/http/safePath.ts";

/** The query that names the page waiting for the money, if any, for the next page of a payment. */
export function fromQuery(search: string): string {
  const from = safePath(new URLSearchParams(search).get("from"), "");
  return from === "" ? "" : `?${new URLSearchParams({ from })}`;
}
