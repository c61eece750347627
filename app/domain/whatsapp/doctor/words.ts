import type { CheckResult } from "#app/db/schema/whatsapp/accounts.ts";
import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export const checkTitles: Record<CheckResult["check"], string> = lazy({
  reachability: m.labels_meta_answers,
  token: m.labels_our_access,
  scopes: m.labels_permissions,
  subscription: m.labels_subscription_to_reports,
  registration: m.labels_registration_of_the_number,
  payment: m.labels_payment_and_restrictions_at_meta,
  webhooks: m.labels_reports_arrive,
});

interface Advice {
  /** The findings. */
  text: string;
  /** What to do; nothing where all is well. */
  todo?: string;
}

const reconnect = m.labels_choose_reconnect_on_whatsapp_setup_and;
/** Advice that is made when it is read. */
interface Found {
  text: (about: { detail: string }) => string;
  todo?: () => string;
}

const unreachable: Found = {
  text: m.labels_meta_did_not_answer_so_this,
  todo: m.labels_try_again_in_some_minutes_if,
};

const words: Record<string, Found> = {
  "reachability.answers": {
    text: m.labels_metas_api_answers_our_calls,
  },
  "reachability.unreachable": unreachable,
  "token.valid": {
    text: m.labels_meta_accepts_our_access_to_this,
  },
  "token.refused": {
    text: m.labels_meta_does_not_accept_our_access,
    todo: reconnect,
  },
  "token.other_app": {
    text: m.labels_the_access_was_given_to_another,
    todo: reconnect,
  },
  "token.expires": {
    text: m.labels_our_access_ends_soon,
    todo: m.labels_connect_the_account_again_before_that,
  },
  "scopes.granted": {
    text: m.labels_we_may_manage_the_account_and,
  },
  "scopes.missing": {
    text: m.labels_a_permission_is_missing,
    todo: reconnect,
  },
  "scopes.not_asked": {
    text: m.labels_without_a_valid_access_there_are,
    todo: reconnect,
  },
  "subscription.subscribed": {
    text: m.labels_meta_sends_us_what_happens_in,
  },
  "subscription.missing": {
    text: m.labels_meta_does_not_send_us_what,
    todo: m.labels_choose_refresh_on_whatsapp_setup_that,
  },
  "subscription.overridden": {
    text: m.labels_meta_sends_what_happens_to_another,
    todo: m.labels_remove_the_override_in_the_settings,
  },
  "registration.connected": {
    text: m.labels_the_number_is_registered_and_can,
  },
  "registration.not_connected": {
    text: m.labels_meta_says_that_the_number_is,
    todo: m.labels_choose_continue_setup_on_whatsapp_setup,
  },
  "registration.no_number": {
    text: m.labels_the_account_has_no_number,
    todo: m.labels_add_a_number_in_whatsapp_manager,
  },
  "payment.no_problem": {
    text: m.labels_meta_names_no_problem_it_tells,
  },
  "payment.problem": {
    text: m.labels_meta_cant_charge_the_accounts_payment,
    todo: m.labels_add_or_repair_the_payment_method,
  },
  "payment.other": {
    text: m.labels_meta_limits_the_account,
    todo: m.labels_follow_what_whatsapp_manager_says_about,
  },
  "webhooks.good": {
    text: m.labels_the_last_report_came_on,
  },
  "webhooks.quiet": {
    text: m.labels_the_last_report_came_on,
    todo: m.labels_write_to_the_number_from_a,
  },
  "webhooks.failing": {
    text: m.labels_the_newest_report_could_not_be,
    todo: m.labels_our_support_sees_it_tell_them,
  },
  "webhooks.never": {
    text: m.labels_no_report_came_yet,
    todo: m.labels_write_to_the_number_from_a,
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

/** A result in words: what was found, and what to do. */
export function adviceOn({ check, found, detail = "" }: CheckResult): Advice {
  const known = found === "unreachable" ? unreachable : words[`${check}.${found}`];
  if (!known)
    return {
      text: detail ? m.labels_meta_answered({ detail }) : m.labels_meta_refused_to_say(),
      todo: reconnect(),
    };
  const text = known.text({ detail: asText(detail) }).trim();
  return known.todo ? { text, todo: known.todo() } : { text };
}
