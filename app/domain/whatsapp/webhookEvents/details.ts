import { flowAnswersOf } from "./flowAnswers.ts";
import { orderOf } from "./order.ts";

/** Meta's data on the ad or post from which a customer wrote (docs/facts/whatsapp-cloud-api.md §5.1). */
export interface Referral {
  source_url?: string;
  source_id?: string;
  source_type?: string;
  headline?: string;
  body?: string;
  media_type?: string;
  image_url?: string;
  video_url?: string;
  thumbnail_url?: string;
  ctwa_clid?: string;
}

/** Parts of a stored message besides its text. */
interface Payload {
  referral?: Referral | undefined;
  order?: unknown;
  interactive?: { nfm_reply?: { response_json?: string } } | undefined;
}

/** A received message's content besides its text, for the thread and the API. */
export function detailsOf(payload: Payload) {
  return {
    ad: payload.referral ? adOf(payload.referral) : null,
    order: payload.order ? orderOf(payload.order) : null,
    answers: flowAnswersOf(payload.interactive?.nfm_reply?.response_json),
  };
}

/** An ad as a card, with its address if a browser may open it. */
function adOf({ headline, body, source_type, source_url }: Referral) {
  return {
    headline: textOf(headline),
    body: textOf(body),
    isPost: source_type === "post",
    url: webAddressOf(source_url),
  };
}

/** What a contact stores of the ad or post that brought them. */
export const adTouchOf = (referral: Referral, at: Date) => ({
  sourceId: textOf(referral.source_id) || null,
  sourceType: textOf(referral.source_type) || null,
  headline: textOf(referral.headline).slice(0, 200),
  url: webAddressOf(referral.source_url),
  clickId: textOf(referral.ctwa_clid) || null,
  at: at.toISOString(),
});

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** The address if it is http or https, else null. */
function webAddressOf(value: unknown): string | null {
  const url = URL.parse(textOf(value));
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}
