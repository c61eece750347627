export type SignupMessage =
  | { kind: "finished"; wabaId: string; phoneNumberId?: string }
  | { kind: "cancelled" };

/**
 * Meta's `WA_EMBEDDED_SIGNUP` message of the pop-up window (facts/whatsapp-cloud-api.md §3.1), or undefined
 * for anything else. Only messages from facebook.com and its subdomains are accepted.
 */
export function readSignupMessage(origin: string, data: unknown): SignupMessage | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { protocol, hostname } = new URL(origin);
  const isMeta = hostname === "facebook.com" || hostname.endsWith(".facebook.com");
  if (protocol !== "https:" || !isMeta || typeof data !== "string") return undefined;
  let message: { type?: string; event?: string; data?: { waba_id?: unknown; phone_number_id?: unknown } };
  try {
    message = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (message?.type !== "WA_EMBEDDED_SIGNUP") return undefined;
  if (message.event === "CANCEL") return { kind: "cancelled" };
  const { waba_id: wabaId, phone_number_id: phoneNumberId } = message.data ?? {};
  if (!message.event?.startsWith("FINISH") || typeof wabaId !== "string") return undefined;
  return { kind: "finished", wabaId, ...(typeof phoneNumberId === "string" ? { phoneNumberId } : {}) };
}
