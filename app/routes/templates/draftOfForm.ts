import type { TemplateDraft } from "#app/domain/whatsapp/templates/schemas.ts";
import { buttonKinds, categoryWords } from "#app/domain/whatsapp/templates/words.ts";

const textOf = (value: unknown) => (typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : "");
const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => item !== null && typeof item === "object") : [];
const oneOf = <T extends string>(known: Record<T, string>, value: unknown, otherwise: T): T =>
  typeof value === "string" && value in known ? (value as T) : otherwise;

/** What a form that is still being written stands for: the draft that its preview shows. */
export function draftOfForm(value: unknown): TemplateDraft {
  const form = (value ?? {}) as Record<string, unknown>;
  const minutes = Number(textOf(form.codeExpiryMinutes));
  return {
    name: textOf(form.name),
    category: oneOf(categoryWords, form.category, "MARKETING"),
    language: "en",
    header: textOf(form.header),
    body: textOf(form.body),
    footer: textOf(form.footer),
    buttons: listOf(form.buttons).map((button) => ({
      kind: oneOf(buttonKinds, button.kind, "QUICK_REPLY"),
      text: textOf(button.text),
      value: textOf(button.value),
    })),
    samples: listOf(form.samples).map((sample) => ({ key: textOf(sample.key), value: textOf(sample.value) })),
    securityNote: form.securityNote === "on",
    ...(Number.isInteger(minutes) && minutes > 0 ? { codeExpiryMinutes: minutes } : {}),
  };
}
