/** Why a file was not read; each room has its own text for the codes. */
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

/** The file is refused: it is invalid, or exceeds a limit. Not an error of ours. */
export class FileRefused extends Error {
  readonly code: RefusalCode;
  /** The size or limit named in the text. */
  readonly value: number;

  constructor(code: RefusalCode, { value = 0, cause }: { value?: number; cause?: unknown } = {}) {
    super(code, { cause });
    this.name = "FileRefused";
    this.code = code;
    this.value = value;
  }
}
