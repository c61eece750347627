export const maxFileBytes = 100 * 1024 * 1024;
/** A workbook is packed: its sheet is many times larger. */
export const maxPackedBytes = 15 * 1024 * 1024;
export const maxColumns = 50;
export const maxFieldLength = 1000;
export const batchRows = 2000;
/** A batch of long rows is closed early, so that memory stays bounded. */
export const batchCharacters = 4_000_000;
