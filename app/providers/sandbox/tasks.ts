import type { Drawing, PictureLimits } from "./readers/pictures.ts";
import type { Section } from "./readers/sections.ts";

/** The reading process's tasks on a file's bytes. */
export interface Tasks {
  document: { options: { fileName: string }; result: { sections: Section[] } };
  page: { options: { name: string; isHtml: boolean }; result: { sections: Section[] } };
  /** `body` is the sheet as CSV. */
  workbook: { options: object; result: { body: Buffer } };
  checkPicture: { options: PictureLimits; result: object };
  /** `body` is the drawn picture. */
  drawPicture: { options: Drawing; result: { body: Buffer; width: number; height: number } };
}

/** More than a bot may have, so that no document is cut silently: it is refused by its number of entries. */
export const maxSections = 3000;

export type TaskName = keyof Tasks;

/** A file, or its result, with its description. */
export const maxFrameBytes = 64 * 1024 * 1024;
