import type { Config } from "#app/platform/config/config.server.ts";

/** Whether a request may come from M-Pesa, by its address: only when M-Pesa's addresses are configured. */
export const isFromSafaricom = (
  { safaricomAddresses }: Pick<Config, "safaricomAddresses">,
  request: Request,
): boolean => safaricomAddresses?.has(request.headers.get("x-client-address") ?? "") ?? true;
