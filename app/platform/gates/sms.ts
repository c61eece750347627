/** SMS by Africa's Talking (docs/facts/sms.md). */
export interface SmsHost {
  /** With the keys of one account. */
  of(keys: SmsKeys): SmsAccount;
  /** Where its API is. */
  baseUrl: string;
  /** Resolves if it responds at all, even with a refusal. @throws if it does not. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

export interface SmsKeys {
  username: string;
  apiKey: string;
}

export interface SmsAccount {
  /** Sends one text to one number. It is never repeated here: the service has no idempotency key. */
  send(sms: OutgoingSms): Promise<SmsAnswer>;
  /** The account's balance as the service writes it, `KES 1785.50`. */
  readBalance(): Promise<SmsBalance>;
}

export interface OutgoingSms {
  orgId: string;
  /** E.164 with `+`. */
  to: string;
  text: string;
  /** The sender name; undefined: the account's default. */
  from: string | undefined;
}

/** Why the service did not take a text. */
export type SmsRefusal =
  /** This number will never get it. */
  | "number"
  /** The person stopped texts at the network. */
  | "opted_out"
  /** The account lacks money, is held, or may not use the sender name. */
  | "account"
  | "sender_name"
  /** The network or the service failed. */
  | "network";

export type SmsAnswer =
  | { outcome: "accepted"; providerId: string; costCents: number | null }
  | { outcome: "refused"; reason: SmsRefusal; code: string }
  /** It may have been sent. */
  | { outcome: "unknown"; message: string }
  /** It did not arrive, or there were too many calls: retry later. */
  | { outcome: "not_sent"; message: string };

export type SmsBalance =
  | { outcome: "ok"; balance: string }
  | { outcome: "refused" }
  | { outcome: "unreachable"; message: string };
