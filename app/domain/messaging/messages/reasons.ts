/** Who can do something about a message that failed. */
export type WhoActs = "you" | "recipient" | "meta" | "support";

export interface FailureReason {
  /** What happened, in a sentence for a member. */
  text: string;
  who: WhoActs;
  /** What that one can do. */
  advice: string;
  /** Hours after the failure from which on sending the same message again can succeed; null when it never can. */
  retryAfterHours: number | null;
}

const reason = (
  text: string,
  who: WhoActs,
  advice: string,
  retryAfterHours: number | null = null,
): FailureReason => ({ text, who, advice, retryAfterHours });

const later = "Send it again later.";
const reconnect = "Connect WhatsApp again under WhatsApp Setup.";
const fixTemplate = "Check the template and the values of its variables.";

/** Ours, since Meta said nothing: whether it took a message is not known. */
export const answerLost = -1;
export const neverAnswered = "Meta never said whether it took this message.";

/** Ours: the contact opted out or was deleted before the turn of this message came, so it was not posted. */
export const noLongerWanted = -2;

/** Ours: Meta does not answer anybody, so the message waits until it does. */
export const metaIsDown = -3;

/** Meta's error codes in plain words (facts/whatsapp-cloud-api.md §9). */
const reasons: Record<number, FailureReason> = {
  [answerLost]: reason(
    "WhatsApp did not say whether it took this message, so it was not sent again.",
    "recipient",
    "Ask the person whether it arrived.",
  ),
  [noLongerWanted]: reason(
    "It was not sent: before its turn came, this person opted out, withdrew consent or was deleted from your contacts.",
    "recipient",
    "Send it again when they agree again.",
    0,
  ),
  [metaIsDown]: reason("WhatsApp does not answer at the moment.", "meta", "We try again by ourselves."),
  0: reason("WhatsApp did not accept our access.", "you", reconnect, 0),
  1: reason("WhatsApp could not read the request or had a fault.", "meta", later, 0),
  2: reason("WhatsApp was overloaded for a moment.", "meta", later, 0),
  3: reason("The WhatsApp account lacks a permission for sending.", "you", reconnect, 0),
  4: reason("Too many calls to WhatsApp in a short time.", "you", later, 0),
  10: reason("The permission to send was not granted.", "you", reconnect, 0),
  33: reason("The business number was deleted.", "you", "Connect another number under WhatsApp Setup."),
  100: reason("WhatsApp found a mistake in the message.", "support", "Contact support with this message."),
  104: reason("WhatsApp did not accept the signature of our access.", "you", reconnect, 0),
  190: reason("The access to the WhatsApp account has expired or was taken away.", "you", reconnect, 0),
  200: reason("The permission to send was taken away.", "you", reconnect, 0),
  368: reason(
    "WhatsApp restricted the account for breaking its policies.",
    "you",
    "Appeal in Meta's Business Support.",
    0,
  ),
  80007: reason("The account made too many calls in a short time.", "you", later, 0),
  130403: reason("The business has blocked this person.", "you", "Unblock the person to write again."),
  130429: reason("More messages than the number may send in a second.", "you", later, 0),
  130472: reason("WhatsApp left this person out for a test of its own.", "meta", "Nothing can be done."),
  130497: reason("The account may not send to this country.", "you", "Ask Meta to open the country for you."),
  131000: reason("WhatsApp failed for an unknown reason.", "meta", later, 0),
  803: reason("WhatsApp does not know the business number any more.", "you", reconnect, 0),
  131005: reason("WhatsApp denied access.", "you", reconnect, 0),
  131008: reason("A value that the template needs was missing.", "you", fixTemplate),
  131009: reason("A value in the message is not valid.", "you", fixTemplate),
  131016: reason("WhatsApp was not available for a moment.", "meta", later, 0),
  131021: reason(
    "The recipient is the sending number itself.",
    "you",
    "Take this number out of your contacts.",
  ),
  131026: reason(
    "The number is not on WhatsApp, or its WhatsApp is too old.",
    "recipient",
    "Check the number with the person.",
  ),
  131030: reason(
    "A test number may only send to its list of allowed numbers.",
    "you",
    "Add the number to the list at Meta.",
  ),
  131031: reason("The WhatsApp account is locked.", "you", "See Meta's Business Support for the reason.", 0),
  131037: reason(
    "The display name of the number is not approved yet.",
    "you",
    "Get the name approved at Meta.",
    0,
  ),
  131042: reason(
    "There is a problem with the payment method at Meta.",
    "you",
    "Check the payment method in WhatsApp Manager.",
    0,
  ),
  131045: reason(
    "The number is not registered for sending.",
    "you",
    "Register it again under WhatsApp Setup.",
    0,
  ),
  131047: reason("More than 24 hours passed since the person last wrote.", "you", "Send a template instead."),
  131048: reason(
    "The number is limited because people blocked or reported it.",
    "you",
    "Send less and to people who want it.",
    0,
  ),
  131049: reason(
    "WhatsApp held it back: this person got many marketing messages lately.",
    "recipient",
    "Retry after a day at the earliest.",
    24,
  ),
  131050: reason(
    "This person stopped marketing from your business.",
    "recipient",
    "Leave the person out of marketing.",
  ),
  131051: reason("This type of message is not supported.", "support", "Contact support with this message."),
  131052: reason("The person's file could not be fetched.", "meta", "Ask the person to send it again."),
  131053: reason(
    "The file of the message could not be uploaded.",
    "you",
    "Check the file and send again.",
    0,
  ),
  131056: reason("Too many messages to the same person in a short time.", "support", later, 0),
  131057: reason("The account was under maintenance at Meta.", "meta", later, 0),
  131062: reason("This kind of message needs a phone number.", "you", "Add the person's phone number."),
  131063: reason(
    "Marketing is switched off for this account.",
    "you",
    "Switch it on in WhatsApp Manager.",
    0,
  ),
  131064: reason(
    "The account is limited because templates had the wrong category.",
    "you",
    "Correct the categories of your templates.",
    0,
  ),
  132000: reason("The number of values did not match the template.", "you", fixTemplate),
  132001: reason(
    "The template does not exist in this language or is not approved.",
    "you",
    "Check the template under Templates.",
  ),
  132005: reason("With the values filled in, the text is too long.", "you", "Use shorter values."),
  132007: reason("The content breaks WhatsApp's template policy.", "you", "Change the template."),
  132012: reason("A value has the wrong form for the template.", "you", fixTemplate),
  132015: reason(
    "WhatsApp paused the template because of low quality.",
    "you",
    "Wait until it is active again, or send an improved copy of it.",
    0,
  ),
  132016: reason("WhatsApp disabled the template.", "you", "Create a new template."),
  132018: reason("A value has line breaks or too many blanks.", "you", fixTemplate),
  133000: reason(
    "The number could not be registered anew.",
    "you",
    "Register it again under WhatsApp Setup.",
    0,
  ),
  133004: reason("WhatsApp's registration service was not available.", "meta", later, 0),
  133010: reason("The number is not registered.", "you", "Register it under WhatsApp Setup.", 0),
  137000: reason(
    "The person's WhatsApp identity changed.",
    "recipient",
    "Confirm the number with the person.",
  ),
};

const unknownReason = reason("WhatsApp did not deliver it.", "meta", "Contact support if it goes on.");

/** Whether there are words of our own for one of Meta's codes. */
export const isKnownCode = (errorCode: number): boolean =>
  errorCode in reasons || (errorCode > 200 && errorCode <= 299);

/** The code as Meta gave it, for whoever looks it up there; null where the reason is ours. */
export const codeOfMeta = (errorCode: number | null): number | null =>
  errorCode === null || errorCode < 0 ? null : errorCode;

/** The reason of a failure in plain words; a code that is not in the list gets a general one. */
export function reasonOf(errorCode: number | null): FailureReason {
  if (errorCode === null) return unknownReason;
  if (errorCode > 200 && errorCode <= 299) return reasons[200]!;
  return reasons[errorCode] ?? unknownReason;
}

/** Failures after which the same message can succeed, and after how many hours (facts/whatsapp-cloud-api.md §9). */
export const retryWaits: { errorCode: number; hours: number }[] = Object.entries(reasons).flatMap(
  ([code, { retryAfterHours }]) =>
    retryAfterHours === null ? [] : [{ errorCode: Number(code), hours: retryAfterHours }],
);

/** Meta's codes that are known, in their order. */
export const knownCodes: readonly number[] = Object.keys(reasons)
  .map(Number)
  .filter((code) => code >= 0)
  .sort((a, b) => a - b);
