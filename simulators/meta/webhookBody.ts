import { createHmac } from "node:crypto";
import type { BusinessPhoneNumber, MessageTemplate } from "./state.ts";

/** Webhook payloads and their signature (facts/whatsapp-cloud-api.md §4.2, §5). */

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is "everything outside ASCII"
const NON_ASCII = /[^\x00-\x7f]/g;

/** Meta's serialisation: every UTF-16 unit outside ASCII as lowercase `\uXXXX`. */
export function escapeNonAscii(json: string): string {
  return json.replaceAll(NON_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function signature(body: string, appSecret: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
}

/** One notification with one change. `time` is given for account and template fields only (§5). */
export function envelope(entryId: string, field: string, value: object, time?: number): string {
  return escapeNonAscii(
    JSON.stringify({
      object: "whatsapp_business_account",
      entry: [{ id: entryId, ...(time === undefined ? {} : { time }), changes: [{ field, value }] }],
    }),
  );
}

/** The `value` of a `messages` change about one number. */
export function messagesValue(number: BusinessPhoneNumber, content: object): object {
  return {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: number.digits, phone_number_id: number.id },
    ...content,
  };
}

export interface TemplateVerdict {
  event: string;
  reason?: string | null;
  rejectionInfo?: { reason: string; recommendation: string };
  otherInfo?: { title: string; description: string };
  disableDate?: number;
}

/** `message_template_status_update`; the id is a JSON number and the language has a dash (§2, §5.4). */
export function templateStatusValue(template: MessageTemplate, verdict: TemplateVerdict): object {
  return {
    event: verdict.event,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language.replace("_", "-"),
    message_template_category: template.category,
    reason: verdict.reason === undefined ? "NONE" : verdict.reason,
    ...(verdict.rejectionInfo ? { rejection_info: verdict.rejectionInfo } : {}),
    ...(verdict.otherInfo ? { other_info: verdict.otherInfo } : {}),
    ...(verdict.disableDate === undefined ? {} : { disable_info: { disable_date: verdict.disableDate } }),
  };
}
