import { botsError } from "#app/domain/bots/errors.ts";
import { type DomainError, platformError } from "#app/platform/errors.ts";
import type { Section } from "#app/providers/sandbox/readers/sections.ts";
import { FileRefused } from "#app/providers/sandbox/refusal.ts";
import { readDocumentFile } from "#app/providers/sandbox/sandbox.server.ts";
import { m } from "#messages";

/**
 * The sections of a PDF, a Word document, or a CSV of questions and answers. @throws DomainError
 * `bot_source.unreadable`, `file.too_complex`, `server.busy`
 */
export async function readDocument(
  owner: string,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
): Promise<Section[]> {
  const { sections } = await readDocumentFile("document", { owner, bytes, options: { fileName } }).catch(
    (error: unknown) => {
      throw error instanceof FileRefused ? refusalOf(error) : error;
    },
  );
  if (sections.length === 0) throw unreadable(m.errors_source_no_text());
  return sections;
}

const unreadable = (message: string, cause?: unknown) =>
  botsError("bot_source.unreadable", { values: { said: message }, field: "file", cause });

function refusalOf(error: FileRefused): DomainError {
  switch (error.code) {
    case "too_complex":
      return platformError("file.too_complex", { field: "file", cause: error });
    case "wrong_kind":
      return unreadable(m.errors_source_wrong_kind(), error);
    case "has_macros":
      return unreadable(m.errors_source_has_macros(), error);
    case "unpacks_too_large":
      return unreadable(m.errors_source_unpacks_too_large(), error);
    case "too_many_pages":
      return unreadable(m.errors_source_too_many_pages({ maxPages: error.value }), error);
    case "not_text":
      return unreadable(m.errors_source_not_text(), error);
    default:
      return unreadable(m.errors_source_unreadable(), error);
  }
}
