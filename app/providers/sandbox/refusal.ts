/** Why a file was not read; each room puts the codes into words. */
export const refusalCodes = [
  "unreadable",
  "too_complex",
  "unpacks_too_large",
  "has_macros",
  "wrong_kind",
  "not_text",
  "too_many_pages",
  "too_many_rows",
  "no_rows",
  "too_many_pixels",
  "printing_colours",
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** The file is refused: it is not what it should be, or exceeds a limit. Nobody's fault but the file's. */
export class FileRefused extends Error {
  readonly code: RefusalCode;
  /** The size or limit that the words name. */
  readonly value: number;

  constructor(code: RefusalCode, { value = 0, cause }: { value?: number; cause?: unknown } = {}) {
    super(code, { cause });
    this.name = "FileRefused";
    this.code = code;
    this.value = value;
  }
}
