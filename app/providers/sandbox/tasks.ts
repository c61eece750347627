import type { Drawing, PictureLimits } from "./readers/pictures.ts";
import type { Section } from "./readers/sections.ts";

/** What the reading process can do with the bytes of a file. */
export interface Tasks {
  document: { options: { fileName: string }; result: { sections: Section[] } };
  page: { options: { name: string; isHtml: boolean }; result: { sections: Section[] } };
  /** `body` is the sheet as CSV. */
  workbook: { options: object; result: { body: Buffer } };
  checkPicture: { options: PictureLimits; result: object };
  /** `body` is the picture that was drawn. */
  drawPicture: { options: Drawing; result: { body: Buffer; width: number; height: number } };
}

/** More than a bot may know, so that no document is cut without a word: it is refused for its number of entries. */
export const maxSections = 3000;

export type TaskName = keyof Tasks;

/** A file, or what was read from it, with what is said of it. */
export const maxFrameBytes = 64 * 1024 * 1024;
