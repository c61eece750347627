import { m } from "#messages";

/** The type of a file by its own bytes, whatever its name. `null`: unknown. */
export type Sniffed =
  | { contentType: string }
  | {
      /** Why WhatsApp does not accept it, in the reader's language. */
      refused: () => string;
      isProgram?: true;
    }
  | null;

const officeTypes: readonly (readonly [part: string, contentType: string])[] = [
  ["word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
];

/** Streams of the older Office files, named in UTF-16. */
const oldOfficeTypes: readonly (readonly [stream: string, contentType: string])[] = [
  ["WordDocument", "application/msword"],
  ["Workbook", "application/vnd.ms-excel"],
  ["PowerPoint Document", "application/vnd.ms-powerpoint"],
];

const program = { refused: m.errors_media_type_program, isProgram: true } as const;

/** Beginnings of files, as text of single bytes. */
const beginnings: readonly (readonly [begin: string, sniffed: NonNullable<Sniffed>])[] = [
  ["\xff\xd8\xff", { contentType: "image/jpeg" }],
  ["\x89PNG\r\n\x1a\n", { contentType: "image/png" }],
  ["%PDF-", { contentType: "application/pdf" }],
  ["ID3", { contentType: "audio/mpeg" }],
  ["#!AMR", { contentType: "audio/amr" }],
  ["GIF8", { refused: m.errors_media_type_gif }],
  ["\x1a\x45\xdf\xa3", { refused: m.errors_media_type_webm }],
  ["caff", { refused: m.errors_media_type_caf }],
  ["BM", { refused: m.errors_media_type_bmp }],
  ["II*\0", { refused: m.errors_media_type_tiff }],
  ["MM\0*", { refused: m.errors_media_type_tiff }],
  ["MZ", program],
  ["\x7fELF", program],
  ["\xfe\xed\xfa\xce", program],
  ["\xfe\xed\xfa\xcf", program],
  ["\xce\xfa\xed\xfe", program],
  ["\xcf\xfa\xed\xfe", program],
  ["\xca\xfe\xba\xbe", program],
  ["dex\n", program],
  ["#!", program],
  ["Rar!", { refused: m.errors_media_type_archive }],
  ["7z\xbc\xaf", { refused: m.errors_media_type_archive }],
  ["\x1f\x8b", { refused: m.errors_media_type_archive }],
];

/** `bytes` is the whole file, or, of a large one, its beginning and its end. */
export function sniff(bytes: Buffer): Sniffed {
  const head = bytes.subarray(0, 64).toString("latin1");
  if (head.slice(0, 4) === "RIFF" && head.slice(8, 12) === "WEBP") return { contentType: "image/webp" };
  if (head.slice(4, 8) === "ftyp") return sniffMp4(bytes, head.slice(8, 12));
  if (head.startsWith("OggS"))
    return bytes.subarray(0, 512).includes("OpusHead")
      ? { contentType: "audio/ogg" }
      : { refused: m.errors_media_type_ogg_without_opus };
  if (head.startsWith("PK\x03\x04")) return sniffZip(bytes);
  if (head.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return sniffOldOffice(bytes);
  const known = beginnings.find(([begin]) => head.startsWith(begin));
  return known ? known[1] : (sniffFrames(bytes) ?? sniffText(bytes));
}

/** MP4 and its relatives, by brand; recordings of phones often have the brand of a video and no picture in them. */
function sniffMp4(bytes: Buffer, brand: string): Sniffed {
  if (/^(heic|heix|hevc|mif1|msf1|avif)/.test(brand)) return { refused: m.errors_media_type_heic };
  if (brand.startsWith("qt")) return { refused: m.errors_media_type_mov };
  if (/^M4[AB]/.test(brand)) return { contentType: "audio/mp4" };
  if (!/^(iso|mp4|avc1|M4V|MSNV|dash|3g)/.test(brand)) return null;
  const hasPicture = bytes.includes("vide");
  if (!hasPicture && bytes.includes("soun")) return { contentType: "audio/mp4" };
  return { contentType: brand.startsWith("3g") ? "video/3gpp" : "video/mp4" };
}

function sniffZip(bytes: Buffer): Sniffed {
  const isOffice = bytes.includes("[Content_Types].xml");
  const office = officeTypes.find(([part]) => bytes.includes(part));
  if (isOffice && office) {
    return bytes.includes("vbaProject.bin")
      ? { refused: m.errors_media_type_macros, isProgram: true }
      : { contentType: office[1] };
  }
  return { refused: m.errors_media_type_archive };
}

function sniffOldOffice(bytes: Buffer): Sniffed {
  const found = oldOfficeTypes.find(([stream]) => bytes.includes(Buffer.from(stream, "utf16le")));
  return found ? { contentType: found[1] } : program;
}

/** MP3 and AAC without a header begin with the sync word of their first frame. */
function sniffFrames(bytes: Buffer): Sniffed {
  const [first = 0, second = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0xf6) === 0xf0) return { contentType: "audio/aac" };
  return (second & 0x06) === 0x02 ? { contentType: "audio/mpeg" } : null;
}

function sniffText(bytes: Buffer): Sniffed {
  // The end of the sample may lie within a character.
  const sample = bytes.subarray(0, 65_536);
  if (sample.length === 0 || sample.includes(0)) return null;
  const text = new TextDecoder("utf-8").decode(sample);
  const broken = (text.match(/\ufffd/g) ?? []).length;
  if (broken > 1) return null;
  return /^\s*(<!doctype|<html|<script|<svg|<\?xml|<\?php)/i.test(text)
    ? { refused: m.errors_media_type_web_page }
    : { contentType: "text/plain" };
}
