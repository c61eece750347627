const maxInteger = 2_147_483_647;

/**
 * Meta's error of a send or a status (facts/whatsapp-cloud-api.md §1.4, §9) in a storable form. Null when it
 * is not one: proxies between us and Meta return other shapes.
 */
export function readMetaError(
  raw: unknown,
): { code: number; subcode: number | undefined; detail: string; isTransient: boolean } | null {
  if (typeof raw !== "object" || raw === null) return null;
  const error = raw as Record<string, unknown>;
  const { code, error_subcode: subcode } = error;
  if (typeof code !== "number" || !Number.isInteger(code) || Math.abs(code) > maxInteger) return null;
  const details = (error.error_data as { details?: unknown } | undefined)?.details;
  const detail = [details, error.message, error.title].find((text) => typeof text === "string") as
    | string
    | undefined;
  return {
    code,
    subcode: typeof subcode === "number" ? subcode : undefined,
    detail: detail ?? "",
    isTransient: error.is_transient === true,
  };
}
