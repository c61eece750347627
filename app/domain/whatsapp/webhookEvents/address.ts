import type { WebhookBody } from "./events.ts";

/** The account of a stored webhook. */
export interface WebhookAddress {
  /** The id of the phone number, or else of the WhatsApp account; empty when the body names several or none. */
  accountKey: string;
  /** It has only statuses of sent messages, which are applied after all other webhooks of the account. */
  isStatus: boolean;
}

interface Change {
  field?: string;
  value?: unknown;
}

/** One change of a webhook as its own body, and the ids that may identify its account, most specific first. */
export interface AddressedChange {
  keys: string[];
  body: WebhookBody;
}

const idForm = /^[\w-]{1,64}$/;

/** The address of a body of any shape. */
export function addressOf(body: unknown): WebhookAddress {
  const changes = changesOf(body);
  const [first, ...others] = changes.map(({ keys }) => keys[0] ?? "");
  const accountKey = first !== undefined && others.every((key) => key === first) ? first : "";
  return { accountKey, isStatus: accountKey !== "" && changes.every(({ change }) => isOfStatuses(change)) };
}

export const addressedChanges = (body: unknown): AddressedChange[] =>
  changesOf(body).map(({ keys, entry, change }) => ({
    keys,
    body: { ...(body as object), entry: [{ ...entry, changes: [change] }] } as WebhookBody,
  }));

/** An account that a partner shares with us is named in the value. */
export const partnerWaba = (value: unknown): string | undefined =>
  (value as { waba_info?: { waba_id?: string } } | null | undefined)?.waba_info?.waba_id;

const numberOf = (value: unknown): string | undefined =>
  (value as { metadata?: { phone_number_id?: string } } | null | undefined)?.metadata?.phone_number_id;

function changesOf(body: unknown) {
  return listOf<{ id?: string; changes?: unknown }>((body as WebhookBody | null)?.entry).flatMap((entry) =>
    listOf<Change>(entry.changes).map((change) => ({
      entry,
      change,
      keys: [numberOf(change.value), partnerWaba(change.value), entry.id].filter(
        (key): key is string => typeof key === "string" && idForm.test(key),
      ),
    })),
  );
}

function isOfStatuses({ field, value }: Change): boolean {
  const { statuses, messages, errors } = (value ?? {}) as Record<string, unknown>;
  return field === "messages" && Array.isArray(statuses) && !messages && !errors;
}

const listOf = <T extends object>(value: unknown): T[] =>
  Array.isArray(value) ? value.filter((each): each is T => typeof each === "object" && each !== null) : [];
