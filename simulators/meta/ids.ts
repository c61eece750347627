import { randomBytes, randomInt } from "node:crypto";

/** Identifier formats of facts/whatsapp-cloud-api.md §2. */

export function randomDigits(length: number): string {
  let digits = String(randomInt(1, 10));
  while (digits.length < length) digits += String(randomInt(0, 10));
  return digits;
}

/** Node id (app, WABA, number, template): 16 digits, below 2^53 so that it also fits a JSON number. */
export function newNodeId(): string {
  return `1${randomDigits(15)}`;
}

export function newAccessToken(): string {
  return `EAA${randomBytes(96).toString("base64url").replaceAll(/[-_]/g, "Z")}`;
}

export function newSignupCode(): string {
  return `AQ${randomBytes(48).toString("base64url")}`;
}

export function newTraceId(): string {
  return `A${randomBytes(16).toString("base64url")}`;
}

const OUTBOUND = "\x11";
const INBOUND = "\x12";
const HEADER_LENGTH = 3;
const processMark = randomBytes(6).toString("hex").toUpperCase();
let sequence = 0;

function newWamid(phone: string, direction: string): string {
  sequence += 1;
  const unique = processMark + sequence.toString(16).toUpperCase().padStart(8, "0");
  const plain = `\x1c\x18${String.fromCharCode(phone.length & 0x7f)}${phone}\x15\x02\x00${direction}\x18\x14${unique}\x00`;
  return `wamid.${Buffer.from(plain, "latin1").toString("base64")}`;
}

export function newOutboundWamid(phone: string): string {
  return newWamid(phone, OUTBOUND);
}

export function newInboundWamid(phone: string): string {
  return newWamid(phone, INBOUND);
}

/** True for ids that name a message from a customer: only those can be marked read (§6). */
export function isInboundWamid(wamid: string): boolean {
  if (!wamid.startsWith("wamid.")) return false;
  const plain = Buffer.from(wamid.slice(6), "base64").toString("latin1");
  const phoneLength = plain.charCodeAt(2);
  return plain.charAt(HEADER_LENGTH + phoneLength + 3) === INBOUND;
}
