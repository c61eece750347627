import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The party that can fix a failed message. */
export type WhoActs = "you" | "recipient" | "meta" | "support";

export interface FailureReason {
  /** What happened, in a sentence for a member. */
  text: string;
  who: WhoActs;
  /** What they can do. */
  advice: string;
  /** Hours after the failure from which on sending the same message again can succeed; null when it never can. */
  retryAfterHours: number | null;
}

const reason = (
  text: () => string,
  who: WhoActs,
  advice: () => string,
  retryAfterHours: number | null = null,
): FailureReason => lazy({ text, who, advice, retryAfterHours });

const later = m.chat_reason_fix_send_later;
const reconnect = m.chat_reason_fix_reconnect;
const fixTemplate = m.chat_reason_fix_template;

/** Our own code: Meta did not respond, so it is unknown whether it accepted the message. */
export const answerLost = -1;

/** Our own code: the contact opted out or was deleted before this message was sent. */
export const noLongerWanted = -2;

/** Our own code: Meta is down, and the message waits. */
export const metaIsDown = -3;

/** Our own code: the contact has had as many marketing messages as the organisation's limit allows. */
export const tooOften = -4;

/** Meta's error codes in plain words (facts/whatsapp-cloud-api.md §9). */
const reasons: Record<number, FailureReason> = {
  [answerLost]: reason(m.chat_reasons_answer_lost_meaning, "recipient", m.chat_reasons_answer_lost_fix),
  [noLongerWanted]: reason(
    m.chat_reasons_no_longer_wanted_meaning,
    "recipient",
    m.chat_reasons_no_longer_wanted_fix,
    0,
  ),
  [metaIsDown]: reason(m.chat_reasons_meta_is_down_meaning, "meta", m.chat_reasons_meta_is_down_fix),
  [tooOften]: reason(m.chat_reasons_too_often_meaning, "you", m.chat_reasons_too_often_fix, 24),
  0: reason(m.chat_reasons_0_meaning, "you", reconnect, 0),
  1: reason(m.chat_reasons_1_meaning, "meta", later, 0),
  2: reason(m.chat_reasons_2_meaning, "meta", later, 0),
  3: reason(m.chat_reasons_3_meaning, "you", reconnect, 0),
  4: reason(m.chat_reasons_4_meaning, "you", later, 0),
  10: reason(m.chat_reasons_10_meaning, "you", reconnect, 0),
  33: reason(m.chat_reasons_33_meaning, "you", m.chat_reasons_33_fix),
  100: reason(m.chat_reasons_100_meaning, "support", m.chat_reason_fix_contact_support),
  104: reason(m.chat_reasons_104_meaning, "you", reconnect, 0),
  190: reason(m.chat_reasons_190_meaning, "you", reconnect, 0),
  200: reason(m.chat_reasons_200_meaning, "you", reconnect, 0),
  368: reason(m.chat_reasons_368_meaning, "you", m.chat_reasons_368_fix, 0),
  80007: reason(m.chat_reasons_80007_meaning, "you", later, 0),
  130403: reason(m.chat_reasons_130403_meaning, "you", m.chat_reasons_130403_fix),
  130429: reason(m.chat_reasons_130429_meaning, "you", later, 0),
  130472: reason(m.chat_reasons_130472_meaning, "meta", m.chat_reasons_130472_fix),
  130497: reason(m.chat_reasons_130497_meaning, "you", m.chat_reasons_130497_fix),
  131000: reason(m.chat_reasons_131000_meaning, "meta", later, 0),
  803: reason(m.chat_reasons_803_meaning, "you", reconnect, 0),
  131005: reason(m.chat_reasons_131005_meaning, "you", reconnect, 0),
  131008: reason(m.chat_reasons_131008_meaning, "you", fixTemplate),
  131009: reason(m.chat_reasons_131009_meaning, "you", fixTemplate),
  131016: reason(m.chat_reasons_131016_meaning, "meta", later, 0),
  131021: reason(m.chat_reasons_131021_meaning, "you", m.chat_reasons_131021_fix),
  131026: reason(m.chat_reasons_131026_meaning, "recipient", m.chat_reasons_131026_fix),
  131030: reason(m.chat_reasons_131030_meaning, "you", m.chat_reasons_131030_fix),
  131031: reason(m.chat_reasons_131031_meaning, "you", m.chat_reasons_131031_fix, 0),
  131037: reason(m.chat_reasons_131037_meaning, "you", m.chat_reasons_131037_fix, 0),
  131042: reason(m.chat_reasons_131042_meaning, "you", m.chat_reasons_131042_fix, 0),
  131045: reason(m.chat_reasons_131045_meaning, "you", m.chat_reason_fix_register_again, 0),
  131047: reason(m.chat_reasons_131047_meaning, "you", m.chat_reasons_131047_fix),
  131048: reason(m.chat_reasons_131048_meaning, "you", m.chat_reasons_131048_fix, 0),
  131049: reason(m.chat_reasons_131049_meaning, "recipient", m.chat_reasons_131049_fix, 24),
  131050: reason(m.chat_reasons_131050_meaning, "recipient", m.chat_reasons_131050_fix),
  131051: reason(m.chat_reasons_131051_meaning, "support", m.chat_reason_fix_contact_support),
  131052: reason(m.chat_reasons_131052_meaning, "meta", m.chat_reasons_131052_fix),
  131053: reason(m.chat_reasons_131053_meaning, "you", m.chat_reasons_131053_fix, 0),
  131056: reason(m.chat_reasons_131056_meaning, "support", later, 0),
  131057: reason(m.chat_reasons_131057_meaning, "meta", later, 0),
  131062: reason(m.chat_reasons_131062_meaning, "you", m.chat_reasons_131062_fix),
  131063: reason(m.chat_reasons_131063_meaning, "you", m.chat_reasons_131063_fix, 0),
  131064: reason(m.chat_reasons_131064_meaning, "you", m.chat_reasons_131064_fix, 0),
  132000: reason(m.chat_reasons_132000_meaning, "you", fixTemplate),
  132001: reason(m.chat_reasons_132001_meaning, "you", m.chat_reasons_132001_fix),
  132005: reason(m.chat_reasons_132005_meaning, "you", m.chat_reasons_132005_fix),
  132007: reason(m.chat_reasons_132007_meaning, "you", m.chat_reasons_132007_fix),
  132012: reason(m.chat_reasons_132012_meaning, "you", fixTemplate),
  132015: reason(m.chat_reasons_132015_meaning, "you", m.chat_reasons_132015_fix, 0),
  132016: reason(m.chat_reasons_132016_meaning, "you", m.chat_reasons_132016_fix),
  132018: reason(m.chat_reasons_132018_meaning, "you", fixTemplate),
  133000: reason(m.chat_reasons_133000_meaning, "you", m.chat_reason_fix_register_again, 0),
  133004: reason(m.chat_reasons_133004_meaning, "meta", later, 0),
  133010: reason(m.chat_reasons_133010_meaning, "you", m.chat_reasons_133010_fix, 0),
  137000: reason(m.chat_reasons_137000_meaning, "recipient", m.chat_reasons_137000_fix),
};

const unknownReason = reason(m.chat_reason_unknown_meaning, "meta", m.chat_reason_unknown_fix);

/** Whether we have a text for one of Meta's codes. */
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
