import { z } from "zod";
import type { KeyMode } from "#app/db/schema/record/webhooks.ts";
import type { OpenedFile, OutOfRange } from "#app/domain/messaging/media/open.server.ts";
import type { Scope } from "#app/domain/organisations/apiKeys/words.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { UploadedFile } from "#app/platform/files/saveUpload.server.ts";
import { idOf, type Noun } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import type { CallGroup, CallId } from "./words.ts";

/** A call's context beyond the organisation: its API key. */
export interface KeyContext extends OrgContext {
  mode: KeyMode;
  /** The same when a call is repeated with its `Idempotency-Key`, otherwise new. */
  onceKey: string;
  /** Whether the call had none, so that no earlier one had this key. */
  isFirst: boolean;
}

type Fields = z.ZodObject;

/** The bytes of a file, returned instead of JSON. */
export class FileAnswer {
  readonly file: OpenedFile | OutOfRange;
  constructor(file: OpenedFile | OutOfRange) {
    this.file = file;
  }
}

/** The input of a call. */
export interface CallArgs<Input> {
  ctx: KeyContext;
  input: Input;
  /** The form's file, for calls that accept one. */
  file?: UploadedFile | undefined;
  /** The `Range` header. */
  range: string | null;
}

/**
 * One call of the public API: access, input and output, documentation, and work. The key in the contract is
 * `METHOD /path/:param`. The output is stable: fields are added, never changed or removed.
 */
export interface V1Call<I extends Fields = Fields, O extends z.ZodType = z.ZodType> {
  scope: Scope;
  /** Its name in `callWords`, and the group of the documentation. */
  id: CallId;
  group: CallGroup;
  /** Parameters of the path, and fields: those of the query for GET and DELETE, else those of the body. */
  input: I;
  output: O;
  /** 200 unless given. */
  status?: 201 | 202;
  /** Example input, apart from path parameters, which are in `exampleIds`. */
  example?: Record<string, unknown>;
  /** Error codes beyond those of every call. */
  errors: readonly string[];
  /** The behaviour for a test key: the same, or its own. Without it, a test key is refused. */
  inTestMode?: "same" | ((call: CallArgs<z.output<I>>) => Promise<z.input<O> | FileAnswer>);
  /** The body is a multipart form, with the fields and one file named `file`. */
  takesFile?: true;
  /** It returns the bytes of a file. */
  answersFile?: true;
  run(call: CallArgs<z.output<I>>): Promise<z.input<O> | FileAnswer>;
}

export const call = <I extends Fields, O extends z.ZodType>(definition: V1Call<I, O>) => definition;

/** Ids of the examples, by the name of the parameter. */
export const exampleIds: Record<string, string> = {
  media_id: "med_0199a1b2c3d40001aabbccddeeff0011",
  message_id: "msg_0199a1b2c3d40001aabbccddeeff0011",
  template_id: "tpl_0199a1b2c3d40001aabbccddeeff0011",
  contact_id: "con_0199a1b2c3d40001aabbccddeeff0011",
  campaign_id: "cmp_0199a1b2c3d40001aabbccddeeff0011",
  conversation_id: "cnv_0199a1b2c3d40001aabbccddeeff0011",
  deal_id: "dea_0199a1b2c3d40001aabbccddeeff0011",
  task_id: "tsk_0199a1b2c3d40001aabbccddeeff0011",
  payment_request_id: "pmr_0199a1b2c3d40001aabbccddeeff0011",
  book_id: "bok_0199a1b2c3d40001aabbccddeeff0011",
  due_id: "due_0199a1b2c3d40001aabbccddeeff0011",
  order_id: "ord_0199a1b2c3d40001aabbccddeeff0011",
  product_id: "prd_0199a1b2c3d40001aabbccddeeff0011",
  till_id: "til_0199a1b2c3d40001aabbccddeeff0011",
  sequence_id: "seq_0199a1b2c3d40001aabbccddeeff0011",
  enrolment_id: "enr_0199a1b2c3d40001aabbccddeeff0011",
  hook_id: "whk_0199a1b2c3d40001aabbccddeeff0022",
  endpoint_id: "whk_0199a1b2c3d40001aabbccddeeff0011",
  delivery_id: "dlv_0199a1b2c3d40001aabbccddeeff0011",
  event_id: "evt_0199a1b2c3d40001aabbccddeeff0011",
};

/** `contact_id` → `contact`, `payment_request_id` → `paymentRequest`; a hook is an endpoint. */
const nounOf = (name: string) =>
  (name === "hook_id"
    ? "endpoint"
    : name.slice(0, -"_id".length).replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())) as Noun;

/** The field that names an object, in the words of the documentation. */
export const idField = (name: keyof typeof exampleIds & string, what: string) =>
  idOf(
    nounOf(name),
    z
      .string()
      .min(1)
      .max(64)
      .meta({ description: `The id of the ${what}.`, example: exampleIds[name] }),
  );

export const moment = z.iso.datetime().meta({ description: "ISO 8601, UTC." });
export const momentOrNull = moment.nullable();

/** A date as the API writes it. */
export function iso(date: Date): string;
export function iso(date: Date | null): string | null;
export function iso(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

export const phoneNumber = z
  .string()
  .min(1)
  .max(60)
  .meta({ description: "A phone number, best in E.164: `+254712345678`.", example: "+254712345678" });

export const userId = z
  .string()
  .regex(/^[A-Z]{2}\.[A-Za-z0-9.]{1,132}$/, { error: () => m.checks_user_id_invalid() })
  .meta({
    description:
      "WhatsApp's business-scoped user id of somebody whose number is not known, instead of `to`. With both, `to` decides. One-time codes need a number.",
    example: "KE.13491208655302741918",
  });
