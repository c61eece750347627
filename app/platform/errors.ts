import { catalogue } from "#app/platform/text/catalogue.ts";
import { m } from "#messages";

/** The HTTP meaning of a refusal; each edge maps it to its own response. */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "too_many"
  | "unavailable"
  | "payment_required";

export const statusOfKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
};

/**
 * A refusal with a stable dotted code (`campaign.no_recipients`) and a message fit for the user, which says
 * what to do. `fields` ties messages to form fields; `typed` are their values, when only the API has read the
 * form; `cause` is for the log only.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly typed: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The catalogue entry and values of its text; undefined when another service wrote it. */
  readonly refused: Refused | undefined;

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    options: {
      fields?: Record<string, string> | undefined;
      typed?: Record<string, string>;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
      refused?: Refused;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "DomainError";
    this.kind = kind;
    this.code = code;
    this.fields = options.fields;
    this.typed = options.typed;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.refused = options.refused;
  }
}

/** The catalogue entry with its values: a refusal's stored form. */
export interface Refused {
  key: string;
  values: Record<string, string | number>;
}

/** A refusal as data: its text is built in the reader's language, from the given values. */
interface Refusal<Text = (values: never) => string> {
  kind: ErrorKind;
  text: Text;
}

type Build = <Text extends (values: never) => string>(text: Text) => Refusal<Text>;

/* @__NO_SIDE_EFFECTS__ */
export const invalid: Build = (text) => ({ kind: "invalid", text });
/* @__NO_SIDE_EFFECTS__ */
export const unauthenticated: Build = (text) => ({ kind: "unauthenticated", text });
/* @__NO_SIDE_EFFECTS__ */
export const paymentRequired: Build = (text) => ({ kind: "payment_required", text });
/* @__NO_SIDE_EFFECTS__ */
export const forbidden: Build = (text) => ({ kind: "forbidden", text });
/* @__NO_SIDE_EFFECTS__ */
export const absent: Build = (text) => ({ kind: "not_found", text });
/* @__NO_SIDE_EFFECTS__ */
export const conflict: Build = (text) => ({ kind: "conflict", text });
/* @__NO_SIDE_EFFECTS__ */
export const tooLarge: Build = (text) => ({ kind: "too_large", text });
/* @__NO_SIDE_EFFECTS__ */
export const tooMany: Build = (text) => ({ kind: "too_many", text });
/* @__NO_SIDE_EFFECTS__ */
export const unavailable: Build = (text) => ({ kind: "unavailable", text });

/** The text of a refusal created elsewhere. */
export const said = (values: { said: string }): string => values.said;

type ValuesOf<Text> = Text extends (values: infer Values, ...more: never[]) => string ? Values : never;

interface Details {
  /** The form field that shows the text. */
  field?: string;
  /** Separate texts for several fields. */
  fields?: Record<string, string>;
  typed?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

type DetailsFor<Text> = [keyof NonNullable<ValuesOf<Text>>] extends [never]
  ? [details?: Details]
  : [details: Details & { values: Record<keyof NonNullable<ValuesOf<Text>>, string | number> }];

/**
 * The only way to create the refusals of a room, by their codes. The part after a colon distinguishes texts
 * of one code (`wallet.too_little:by`) and is not part of it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function errorsOf<const Table extends Record<string, Refusal>>(table: Table) {
  const make = <Code extends keyof Table & string>(
    code: Code,
    ...[details = {}]: DetailsFor<Table[Code]["text"]>
  ): DomainError => {
    const { kind, text } = table[code] as Refusal;
    const {
      values = {},
      field,
      fields,
      ...others
    } = details as Details & {
      values?: Record<string, string | number>;
    };
    const message = text(values as never);
    const atFields = field === undefined ? fields : { ...fields, [field]: message };
    return new DomainError(kind, code.split(":")[0]!, message, {
      ...others,
      fields: atFields,
      refused: { key: code, values },
    });
  };
  const texts = Object.fromEntries(Object.entries(table).map(([key, { text }]) => [key, text]));
  return Object.assign(make, { table, ...catalogue(texts) });
}

/** The refusals of the ground floor. */
export const platformError = errorsOf({
  "file.too_complex": invalid(m.errors_file_too_complex),
  "search.too_slow": unavailable(m.errors_search_too_slow),
  "server.busy": unavailable(m.errors_server_busy),
});

/** What can be missing, as code and text name it. */
const missing = {
  "API call": m.errors_not_found_api_call,
  "API key": m.errors_not_found_api_key,
  Administrator: m.errors_not_found_administrator,
  Book: m.errors_not_found_book,
  "Book member": m.errors_not_found_book_member,
  Bot: m.errors_not_found_bot,
  Campaign: m.errors_not_found_campaign,
  "Canned reply": m.errors_not_found_canned_reply,
  Catalogue: m.errors_not_found_catalogue,
  Connection: m.errors_not_found_connection,
  Contact: m.errors_not_found_contact,
  Conversation: m.errors_not_found_conversation,
  "Daily ledger": m.errors_not_found_daily_ledger,
  Deal: m.errors_not_found_deal,
  Dispute: m.errors_not_found_dispute,
  Enrolment: m.errors_not_found_enrolment,
  Due: m.errors_not_found_due,
  Entry: m.errors_not_found_entry,
  Event: m.errors_not_found_event,
  Field: m.errors_not_found_field,
  File: m.errors_not_found_file,
  Flow: m.errors_not_found_flow,
  Handset: m.errors_not_found_handset,
  Import: m.errors_not_found_import,
  Invitation: m.errors_not_found_invitation,
  "Form draft": m.errors_not_found_form_draft,
  Invoice: m.errors_not_found_invoice,
  Job: m.errors_not_found_job,
  Link: m.errors_not_found_link,
  Member: m.errors_not_found_member,
  Message: m.errors_not_found_message,
  Order: m.errors_not_found_order,
  Organisation: m.errors_not_found_organisation,
  Partner: m.errors_not_found_partner,
  "Partner link": m.errors_not_found_partner_link,
  Payment: m.errors_not_found_payment,
  "Payment request": m.errors_not_found_payment_request,
  Payout: m.errors_not_found_payout,
  "Person request": m.errors_not_found_person_request,
  Picture: m.errors_not_found_picture,
  Product: m.errors_not_found_product,
  Question: m.errors_not_found_question,
  "Ready made": m.errors_not_found_ready_made,
  Rule: m.errors_not_found_rule,
  "Scheduled message": m.errors_not_found_scheduled_message,
  Segment: m.errors_not_found_segment,
  Sequence: m.errors_not_found_sequence,
  Session: m.errors_not_found_session,
  Settlement: m.errors_not_found_settlement,
  Source: m.errors_not_found_source,
  Stage: m.errors_not_found_stage,
  "Statement line": m.errors_not_found_statement_line,
  Step: m.errors_not_found_step,
  Task: m.errors_not_found_task,
  Team: m.errors_not_found_team,
  "Tax document": m.errors_not_found_tax_document,
  Template: m.errors_not_found_template,
  Test: m.errors_not_found_test,
  Refund: m.errors_not_found_refund,
  Till: m.errors_not_found_till,
  "Till difference": m.errors_not_found_till_difference,
  "Till payment": m.errors_not_found_till_payment,
  User: m.errors_not_found_user,
  Version: m.errors_not_found_version,
  "Webhook delivery": m.errors_not_found_webhook_delivery,
  "Webhook endpoint": m.errors_not_found_webhook_endpoint,
  "WhatsApp account": m.errors_not_found_whatsapp_account,
  "WhatsApp number": m.errors_not_found_whatsapp_number,
  "Work item": m.errors_not_found_work_item,
};

/** The texts of `notFound`. */
export const notFoundTexts = /* @__PURE__ */ catalogue(
  /* @__PURE__ */ Object.fromEntries(
    /* @__PURE__ */ Object.entries(missing).map(([what, text]) => [`not_found:${what}`, text]),
  ),
);

/** A foreign or missing object: always *not found*, never *forbidden*. */
export function notFound(what: keyof typeof missing): DomainError {
  return new DomainError(
    "not_found",
    `${what.toLowerCase().replaceAll(" ", "_")}.not_found`,
    missing[what](),
    { refused: { key: `not_found:${what}`, values: {} } },
  );
}

/** A stored reason: a code, with the original text when the code has none. */
export interface Reason {
  code: string;
  said?: string | undefined;
  /** The subject's name at that time. */
  about?: string | undefined;
}

/** A refusal as it is stored (`app/platform/text/notes.ts`); one that another service has put into its own words as it was said. */
export const noteOfRefusal = ({ refused, message }: DomainError): string =>
  refused ? JSON.stringify({ code: "refused", ...refused }) : message;

/** A refusal as a stored reason. */
export const reasonOf = (error: DomainError): Reason => ({ code: error.code, said: noteOfRefusal(error) });
