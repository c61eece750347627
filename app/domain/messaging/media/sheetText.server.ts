import { decodeFile, detectEncoding } from "#app/domain/contacts/imports/encoding.server.ts";
import { isWorkbook, unpackWorkbook } from "#app/domain/contacts/imports/workbook.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { UploadedFile } from "#app/platform/files/saveUpload.server.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { readSheetFile } from "#app/providers/sandbox/sandbox.server.ts";
import { m } from "#messages";
import { mediaRefused } from "./errors.ts";
import { sheetBytes, sheetCharacters } from "./fieldRules.ts";
import { refuseVirus } from "./inspect.server.ts";

/**
 * The rows of a short CSV file or workbook as CSV, for a form that shows what they would do. Workbooks are read in the
 * sandbox. @throws DomainError `contact_import.*`, `media.*`, `file.too_complex`, `server.busy`
 */
export async function sheetText(ctx: OrgContext, { path, bytes }: UploadedFile): Promise<string> {
  if (bytes > sheetBytes) throw tooLong();
  await refuseVirus(ctx.config, path);
  if (await isWorkbook(path, bytes)) await unpackWorkbook(ctx.orgId, path, readSheetFile);
  let text = "";
  for await (const piece of decodeFile(path, await detectEncoding(path))) {
    text += piece;
    if (text.length > sheetCharacters) throw tooLong();
  }
  return text;
}

const tooLong = () =>
  mediaRefused("sheet_too_long", m.errors_media_sheet_too_long({ most: formatCount(sheetCharacters) }));
