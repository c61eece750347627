import { beforeAll, expect, it } from "vitest";
import { catalogues } from "#app/catalogues.ts";
import { importProblemWords } from "#app/domain/contacts/imports/refusalWords.ts";
import { faultNote } from "#app/domain/integrations/connections/faultNote.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import { ruleNote } from "#app/domain/integrations/rules/notes.ts";
import { campaignReasonWords } from "#app/domain/messaging/campaigns/reasonWords.ts";
import { inReadersWords } from "#app/domain/messaging/messages/inReadersWords.ts";
import { rejectionNote, rejectionOf, rejectionWords } from "#app/domain/whatsapp/templates/rejection.ts";
import { noteOfRefusal, notFound } from "#app/platform/errors.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { noteWords, readNotesBy } from "#app/platform/text/notes.ts";
import { m } from "#messages";

beforeAll(() => readNotesBy(catalogues));

it("a note is stored without words, and shown in the reader's language", () => {
  const stored = withLocale("fr", () => ruleNote("rule.tag_added", { tag: "vip" }));
  expect(JSON.parse(stored)).toEqual({ code: "rule.tag_added", tag: "vip" });
  expect(noteWords(stored)).toBe("Tag vip added");
  expect(withLocale("sw", () => noteWords(stored))).toBe("Lebo vip imeongezwa");
});

it("so is a refusal; one stored as a sentence is unchanged", () => {
  const stored = faultNote(integrationsError("rule.webhook_refused", { values: { status: 404 } }));
  expect(noteWords(stored)).toBe("Response: 404.");
  expect(withLocale("fr", () => noteWords(stored))).toBe("Réponse reçue : 404.".replace(" :", "\u00a0:"));
  expect(noteWords("Response: 404.")).toBe("Response: 404.");
  expect(noteWords('{"code":"nobody.knows"}')).toBe('{"code":"nobody.knows"}');
  expect(noteWords('{"code":"bot.handed_over"}')).toBe('{"code":"bot.handed_over"}');
});

it.each([
  ['{"code":"page.status","status":404}', () => m.bots_page_note_status({ status: 404 })],
  ['{"code":"endpoint.gone"}', m.webhooks_note_gone],
  ['{"code":"connection.not_connected"}', m.integrations_note_not_connected],
  [noteOfRefusal(integrationsError("connection.not_connected")), m.errors_connection_not_connected],
  ['{"code":"refused","key":"meta.133009","values":{}}', m.errors_meta_pin_too_fast],
  [
    '{"code":"refused","key":"meta.answered","values":{"said":"Too long"}}',
    () => m.errors_meta_answered({ said: "Too long" }),
  ],
  ['{"code":"refused","key":"file.too_complex"}', m.errors_file_too_complex],
  ['{"code":"refused","key":"gone.since","values":{}}', () => "gone.since"],
  [noteOfRefusal(notFound("Contact")), m.errors_not_found_contact],
])("reads a row that was stored as %s", (stored, words) => expect(noteWords(stored)).toBe(words()));

it("a reason is shown by its code, else by its stored text", () => {
  expect(campaignReasonWords({ code: "campaign.template_gone" })).toBe("The template was deleted.");
  expect(campaignReasonWords({ code: "wallet.too_little", said: noteOfRefusal(notFound("Contact")) })).toBe(
    "Contact not found.",
  );
  expect(campaignReasonWords({ code: "wallet.too_little", said: "Said once." })).toBe("Said once.");
  expect(campaignReasonWords({ code: "from.the_future" })).toBe("from.the_future");
  expect(importProblemWords({ code: "import.line_too_long", line: 7 })).toContain("7");
});

it("a template's rejection is in the reader's language, unless it is Meta's own sentence", () => {
  const returned = rejectionNote("template.returned", { said: "Name your shop." });
  expect(rejectionWords(returned)).toBe("Returned by our review: Name your shop.");
  expect(withLocale("sw", () => rejectionWords(returned))).toBe(
    "Kimerudishwa na ukaguzi wetu: Name your shop.",
  );
  const byCode = withLocale("sw", () =>
    rejectionOf("INCORRECT_CATEGORY", { recommendation: "Choose Utility." }),
  );
  expect(rejectionWords(byCode)).toMatch(/^The type does not match.* Choose Utility\.$/);
  expect(rejectionOf("SCAM", { reason: "Too short.", recommendation: "Say more." })).toBe(
    "Too short. Say more.",
  );
  expect(rejectionOf("NONE")).toBeNull();
});

it("a file's placeholder in the chat is in the reader's language, and its caption as written", () => {
  const inSwahili = (type: string, body: string) => withLocale("sw", () => inReadersWords(type, body));
  expect(inSwahili("document", "📄 Document: bei.pdf")).toBe("📄 Hati: bei.pdf");
  expect(inSwahili("image", "📷 Photo")).toBe("📷 Picha");
  expect(inSwahili("reaction", "Reacted 👍")).toBe("Alijibu kwa 👍");
  expect(inSwahili("order", "🛒 Order of 3 items: leo")).toBe("🛒 Oda ya bidhaa 3: leo");
  expect(inSwahili("text", "📷 Photo")).toBe("📷 Photo");
  const inFrench = withLocale("fr", () => inReadersWords("image", "📷 Photo: le menu"));
  expect(inFrench).toBe("📷 Photo\u00a0: le menu");
});
