/** A form with one file, as uploads send it (RFC 7578). */
export interface MultipartForm {
  fields: Record<string, string>;
  file?: { fileName: string; contentType: string; content: Buffer };
}

export function fieldsOf(contentType: string, bytes: Buffer): MultipartForm {
  const form: MultipartForm = { fields: {} };
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (!/^multipart\/form-data/i.test(contentType) || boundary === undefined) return form;
  const mark = Buffer.from(`--${boundary}`);
  let at = bytes.indexOf(mark);
  while (at !== -1) {
    const next = bytes.indexOf(mark, at + mark.length);
    if (next === -1) break;
    // Between the line end after this mark and the one before the next.
    readPart(bytes.subarray(at + mark.length + 2, next - 2), form);
    at = next;
  }
  return form;
}

function readPart(part: Buffer, form: MultipartForm): void {
  const end = part.indexOf("\r\n\r\n");
  if (end === -1) return;
  const head = part.subarray(0, end).toString("utf8");
  const content = part.subarray(end + 4);
  const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? "";
  const fileName = /\bfilename="([^"]*)"/i.exec(head)?.[1];
  if (fileName === undefined) form.fields[name] = content.toString("utf8");
  else if (name === "file")
    form.file = {
      fileName,
      contentType: /^content-type:\s*([^\r\n]+)/im.exec(head)?.[1] ?? "application/octet-stream",
      content,
    };
}
