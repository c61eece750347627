import type { CheckResult } from "#app/db/schema/whatsapp/accounts.ts";
import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export const checkTitles: Record<CheckResult["check"], string> = lazy({
  reachability: m.whatsapp_check_titles_reachability,
  token: m.whatsapp_check_titles_token,
  scopes: m.whatsapp_check_titles_scopes,
  subscription: m.whatsapp_check_titles_subscription,
  registration: m.whatsapp_check_titles_registration,
  payment: m.whatsapp_check_titles_payment,
  webhooks: m.whatsapp_check_titles_webhooks,
});

interface Advice {
  text: string;
  /** What to do; absent when all is well. */
  todo?: string;
}

const reconnect = m.whatsapp_doctor_reconnect_todo;
/** Advice whose texts are in the reader's language. */
interface Found {
  text: (about: { detail: string }) => string;
  todo?: () => string;
}

const unreachable: Found = {
  text: m.whatsapp_unreachable_text,
  todo: m.whatsapp_unreachable_todo,
};

const words: Record<string, Found> = {
  "reachability.answers": {
    text: m.whatsapp_doctor_reachability_answers,
  },
  "reachability.unreachable": unreachable,
  "token.valid": {
    text: m.whatsapp_doctor_token_valid,
  },
  "token.refused": {
    text: m.whatsapp_doctor_token_refused,
    todo: reconnect,
  },
  "token.other_app": {
    text: m.whatsapp_doctor_token_other_app,
    todo: reconnect,
  },
  "token.expires": {
    text: m.whatsapp_doctor_token_expires,
    todo: m.whatsapp_doctor_token_expires_todo,
  },
  "scopes.granted": {
    text: m.whatsapp_doctor_scopes_granted,
  },
  "scopes.missing": {
    text: m.whatsapp_doctor_scopes_missing,
    todo: reconnect,
  },
  "scopes.not_asked": {
    text: m.whatsapp_doctor_scopes_not_asked,
    todo: reconnect,
  },
  "subscription.subscribed": {
    text: m.whatsapp_doctor_subscription_subscribed,
  },
  "subscription.missing": {
    text: m.whatsapp_doctor_subscription_missing,
    todo: m.whatsapp_doctor_resubscribe_todo,
  },
  "subscription.overridden": {
    text: m.whatsapp_doctor_subscription_overridden,
    todo: m.whatsapp_doctor_override_todo,
  },
  "registration.connected": {
    text: m.whatsapp_doctor_registration_connected,
  },
  "registration.not_connected": {
    text: m.whatsapp_doctor_number_state_text,
    todo: m.whatsapp_doctor_not_registered_todo,
  },
  "registration.no_number": {
    text: m.whatsapp_doctor_registration_no_number,
    todo: m.whatsapp_doctor_no_number_todo,
  },
  "payment.no_problem": {
    text: m.whatsapp_doctor_payment_no_problem,
  },
  "payment.problem": {
    text: m.whatsapp_doctor_payment_problem,
    todo: m.whatsapp_doctor_payment_problem_todo,
  },
  "payment.other": {
    text: m.whatsapp_doctor_payment_other,
    todo: m.whatsapp_doctor_payment_other_todo,
  },
  "webhooks.good": {
    text: m.whatsapp_doctor_last_report_text,
  },
  "webhooks.quiet": {
    text: m.whatsapp_doctor_last_report_text,
    todo: m.whatsapp_doctor_no_reports_todo,
  },
  "webhooks.failing": {
    text: m.whatsapp_doctor_webhooks_failing,
    todo: m.whatsapp_doctor_webhooks_failing_todo,
  },
  "webhooks.never": {
    text: m.whatsapp_doctor_webhooks_never,
    todo: m.whatsapp_doctor_no_reports_todo,
  },
};

const time = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Africa/Nairobi",
    }),
);
const asText = (detail: string) =>
  /^\d{4}-\d\d-\d\dT/.test(detail) ? time().format(new Date(detail)) : detail;

/** A result in words: the finding and what to do. */
export function adviceOn({ check, found, detail = "" }: CheckResult): Advice {
  const known = found === "unreachable" ? unreachable : words[`${check}.${found}`];
  if (!known)
    return {
      text: detail ? m.whatsapp_doctor_meta_response_text({ detail }) : m.whatsapp_doctor_meta_refused_text(),
      todo: reconnect(),
    };
  const text = known.text({ detail: asText(detail) }).trim();
  return known.todo ? { text, todo: known.todo() } : { text };
}
