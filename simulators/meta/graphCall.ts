import type { JsonObject } from "../kit/json.ts";
import { textAt } from "../kit/json.ts";
import type { MediaFile } from "./mediaFiles.ts";
import type { Reply } from "./reply.ts";
import type { Simulator } from "./simulator.ts";
import type {
  AccessToken,
  BusinessPhoneNumber,
  Catalogue,
  MessageTemplate,
  WhatsAppAccount,
} from "./state.ts";

/** One call of the Graph API, read from the wire. */
export interface GraphCall {
  simulator: Simulator;
  method: string;
  /** Path segments after the version. */
  path: string[];
  query: URLSearchParams;
  body: JsonObject;
  contentType: string;
  /** The raw body. */
  bytes: Buffer;
  /** Header `file_offset` of a resumable upload. */
  fileOffset: number;
  /** Bearer or OAuth header, else `access_token`. */
  bearer: string | undefined;
  /** The caller's address for us, for `paging.next`. */
  baseUrl: string;
  version: string;
}

export interface AuthorisedCall extends GraphCall {
  token: AccessToken;
}

export type Handled = Reply | Promise<Reply>;

export interface NodeHandlers {
  account: Record<string, (call: AuthorisedCall, account: WhatsAppAccount) => Handled>;
  number: Record<string, (call: AuthorisedCall, number: BusinessPhoneNumber) => Handled>;
  catalogue: Record<string, (call: AuthorisedCall, catalogue: Catalogue) => Handled>;
  media: Record<string, (call: AuthorisedCall, file: MediaFile) => Handled>;
  template: Record<string, (call: AuthorisedCall, template: MessageTemplate) => Handled>;
}

/** A parameter from the body or the query: Graph takes either. */
export function parameterOf(call: GraphCall, name: string): string | undefined {
  return textAt(call.body, name) ?? call.query.get(name) ?? undefined;
}
