import { constants, crc32, deflateRawSync } from "node:zlib";

const mb = 1024 * 1024;

/** A deflated stream of `megabytes` times the same megabyte, created without deflating all of it. */
function deflated(pattern: string, megabytes: number): Buffer {
  const block = Buffer.from(pattern.repeat(Math.ceil(mb / pattern.length)));
  // After a full flush, blocks may be concatenated.
  const packed = deflateRawSync(block, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array<Buffer>(megabytes).fill(packed), deflateRawSync(Buffer.alloc(0))]);
}

/** A PDF of one page whose content unpacks to `megabytes` of `pattern`. */
export function pdfOf(pattern: string, megabytes: number): Buffer {
  const content = Buffer.concat([Buffer.from([0x78, 0x9c]), deflated(pattern, megabytes), Buffer.alloc(4)]);
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    Buffer.from(
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      Buffer.from("\nendstream"),
    ]),
    Buffer.from("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"),
  ];
  const pieces = [Buffer.from("%PDF-1.4\n")];
  const offsets = objects.map((object, index) => {
    const offset = pieces.reduce((sum, piece) => sum + piece.length, 0);
    pieces.push(Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n"));
    return offset;
  });
  const start = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  pieces.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}

export interface ZipPart {
  name: string;
  /** Deflated content. */
  packed: Buffer;
  /** The archive's claimed unpacked size. */
  claims: number;
  /** The place of its local header; by default after the previous part. */
  at?: number;
}

export const zipPart = (name: string, content: string | Buffer): ZipPart => ({
  name,
  packed: deflateRawSync(content),
  claims: Buffer.byteLength(content),
});

export const zipBomb = (name: string, pattern: string, megabytes: number): ZipPart => ({
  name,
  packed: deflated(pattern, megabytes),
  claims: 1_000_000,
});

/** A zip of these parts; `counts` are the entries on this disk and in all that its end record claims. */
export function zipOf(parts: readonly ZipPart[], counts?: readonly [onDisk: number, inAll: number]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let size = 0;
  for (const { name, packed, claims, at = size } of parts) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(claims, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    local.copy(entry, 6, 4);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    if (at !== size) continue;
    pieces.push(local, Buffer.from(name), packed);
    size += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(counts?.[0] ?? parts.length, 8);
  end.writeUInt16LE(counts?.[1] ?? parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(size, 16);
  return Buffer.concat([...pieces, listed, end]);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const packages = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts around the one document of a package. */
const around = (document: string, type: string): ZipPart[] => [
  zipPart(
    "[Content_Types].xml",
    `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${document}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
  ),
  zipPart(
    "_rels/.rels",
    `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="${document}"/></Relationships>`,
  ),
];

/** The parts of a Word document with this body, or with the body as a part of its own. */
export function wordParts(body: string | ZipPart): ZipPart[] {
  const document =
    typeof body === "string"
      ? zipPart(
          "word/document.xml",
          `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
        )
      : body;
  return [...around("word/document.xml", "wordprocessingml.document"), document];
}

/** The parts of a workbook whose one sheet has these rows as XML. */
export function workbookParts(rows: string): ZipPart[] {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  return [
    ...around("xl/workbook.xml", "spreadsheetml.sheet"),
    zipPart(
      "xl/_rels/workbook.xml.rels",
      `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    zipPart(
      "xl/workbook.xml",
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Wateja" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    zipPart(
      "xl/worksheets/sheet1.xml",
      `${xml}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ),
  ];
}

/** Rows of contacts, without declaring their number; each has a phone number and `filler` after it. */
export const sheetRows = (count: number, filler = "") =>
  Array.from(
    { length: count },
    (_, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${254_700_000_000 + row}</v></c>${filler}</row>`,
  ).join("");

/** A PNG of one colour with these sides: a few bytes for each megapixel. */
export function pngOf(side: number): Buffer {
  const line = Math.ceil(side / 8) + 1;
  const packed = deflated("\0", Math.ceil((line * side) / mb));
  const chunk = (type: string, content: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(typed), 4);
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", Buffer.concat([Buffer.from([0x78, 0x9c]), packed, Buffer.alloc(4)])),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
