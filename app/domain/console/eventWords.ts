import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
import { formatKes, formatRate } from "#app/platform/money/money.ts";
import { counted, formatCount, formatFine } from "#app/platform/numbers/counts.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import type * as events from "./events.ts";
import { features, suspensionLevels } from "./words.ts";

/** The action and its reason: `Duka Letu. Reason: …`. */
const because = (what: string, reason: string) => m.events_detail_with_reason({ what, reason });
const planOf = ({ planType, messageLimit }: { planType: string; messageLimit: number }) =>
  m.events_plan_with_limit({ planType, messageLimit: formatCount(messageLimit) });

const priceOf = (price: {
  monthlyCents: number;
  includedMessages: number;
  perMessageCents: number;
  effectiveFrom: string;
}) =>
  m.events_price_of_plan({
    monthly: formatKes(price.monthlyCents),
    includedMessages: formatCount(price.includedMessages),
    perMessage: formatKes(price.perMessageCents),
    effectiveFrom: longDay(price.effectiveFrom),
  });

export const consoleWords: WordsOf<typeof events> = {
  "organisation.suspended": ({ level, pausedCampaigns, endedSessions, reason }) => {
    const { label, meaning } = suspensionLevels[level];
    return {
      title: m.events_organisation_suspended_title(),
      details: because(
        m.events_organisation_suspended_details({
          label,
          campaigns: counted(m.counts_campaigns, pausedCampaigns),
          sessions: counted(m.counts_sessions, endedSessions),
        }),
        reason,
      ),
      notice: {
        title: m.events_suspended_notice_title({ label: inSentence(label) }),
        body: m.events_suspended_notice_body({ meaning, reason }),
      },
    };
  },
  "organisation.reinstated": ({ reason }) => ({
    title: m.events_organisation_reinstated_title(),
    details: because(m.events_organisation_reinstated_details(), reason),
    notice: {
      title: m.events_reinstated_notice_title(),
      body: m.events_reinstated_notice_body(),
    },
  }),
  "organisation.renamed_by_staff": words(m.events_organisation_renamed_title, ({ was, name, reason }) =>
    because(m.events_organisation_renamed_details({ was, name }), reason),
  ),
  "plan.overridden": ({ endsOn, reason, ...plan }) => ({
    title: m.events_plan_overridden_title(),
    details: because(
      m.events_plan_overridden_details({ plan: planOf(plan), endsOn: longDay(endsOn) }),
      reason,
    ),
  }),
  "plan.override_ended": ({ reason, ...plan }) => ({
    title: m.events_plan_override_ended_title(),
    details:
      reason === null
        ? m.events_plan_override_expired({ plan: planOf(plan) })
        : because(m.events_plan_override_back_to({ plan: planOf(plan) }), reason),
  }),
  "feature.switched_off": ({ feature, endsOn, reason }) => {
    const { label, meaning } = features[feature];
    const title = m.events_feature_off_title({ feature: label });
    return {
      title,
      details: because(m.events_feature_switched_off_details({ endsOn: longDay(endsOn) }), reason),
      notice: { title, body: m.events_feature_off_body({ meaning, endsOn: longDay(endsOn), reason }) },
    };
  },
  "feature.switched_on": ({ feature, reason }) => {
    const title = m.events_feature_on_title({ feature: features[feature].label });
    const details =
      reason === null ? m.events_feature_on_expired() : because(m.events_feature_on_early(), reason);
    return { title, details, notice: { title, body: m.events_feature_on_body() } };
  },
  "whatsapp.suspended_by_staff": words(m.events_whatsapp_suspended_by_staff_title, ({ account, reason }) =>
    because(account, reason),
  ),
  "whatsapp.reinstated_by_staff": words(m.events_whatsapp_reinstated_staff_title, ({ account, reason }) =>
    because(account, reason),
  ),
  "whatsapp.refreshed_by_staff": words(m.events_whatsapp_refreshed_by_staff_title, ({ account, reason }) =>
    because(account, reason),
  ),
  "whatsapp.note_added": ({ account }) => ({ title: m.events_whatsapp_note_added_title(), details: account }),
  "whatsapp.tested": ({ account, reachable, subscribed }) => ({
    title: m.events_whatsapp_tested_title(),
    details: labelled(
      account,
      !reachable
        ? m.events_whatsapp_tested_refused()
        : subscribed
          ? m.events_whatsapp_tested_good()
          : m.events_whatsapp_tested_no_webhooks(),
    ),
  }),
  "template.passed_review": words(m.events_template_passed_review_title, ({ name, language, reason }) =>
    because(`${name} (${language})`, reason),
  ),
  "template.returned": words(m.events_template_returned_title, ({ name, language, reason }) =>
    because(`${name} (${language})`, reason),
  ),
  "job.moved": ({ intent, queue, jobId, reason }) => ({
    title: intent === "retry" ? m.events_job_retried_title() : m.events_job_cancelled_title(),
    details: because(`${queue} ${jobId}`, reason),
  }),
  "jobs.moved": ({ intent, queue, moved, reason }) => ({
    title: intent === "retry" ? m.events_jobs_retried_title() : m.events_jobs_cancelled_title(),
    details: because(
      m.events_jobs_moved_details({ part: counted(m.counts_jobs, moved), whole: queue }),
      reason,
    ),
  }),
  "staff.role_changed": words(m.events_staff_role_changed_title, ({ email, role, reason }) =>
    because(m.events_staff_role_changed_details({ email, role }), reason),
  ),
  "staff.added": words(m.events_staff_added_title, ({ email, role, reason }) =>
    because(m.events_staff_added_details({ email, role }), reason),
  ),
  "staff.suspended": ({ email, sessions, reason }) => ({
    title: m.events_staff_suspended_title(),
    details: because(
      m.events_staff_suspended_details({ email, sessions: counted(m.counts_sessions, sessions) }),
      reason,
    ),
  }),
  "staff.reinstated": words(m.events_staff_reinstated_title, ({ email, reason }) => because(email, reason)),
  "staff.sessions_ended": ({ email, sessions, reason }) => ({
    title: m.events_staff_sessions_ended_title(),
    details: because(
      m.events_staff_suspended_details({ email, sessions: counted(m.counts_sessions, sessions) }),
      reason,
    ),
  }),
  "platform.template_review_switched": words(m.events_platform_setting_changed_title, ({ value, reason }) =>
    because(m.events_platform_setting_template_review({ value }), reason),
  ),
  "invoice.reminded_by_staff": words(m.events_invoice_reminded_title, ({ number, to, reason }) =>
    because(m.events_what_to_whom({ what: number, whom: to }), reason),
  ),
  "invoice.reconciled": ({ number, amountCents, bankReference, paidOn, reason }) => ({
    title: m.events_invoice_reconciled_title(),
    details: because(
      m.events_invoice_reconciled_details({
        amount: formatKes(amountCents),
        number,
        bankReference,
        paidOn: longDay(paidOn),
      }),
      reason,
    ),
  }),
  "meta_rate.added": ({ market, category, microUsd, effectiveFrom, reason }) => ({
    title: m.events_meta_rate_added_title(),
    details: because(
      m.events_meta_rate_added_details({
        market,
        category,
        microUsd: formatFine(microUsd / 1_000_000),
        effectiveFrom: longDay(effectiveFrom),
      }),
      reason,
    ),
  }),
  "exchange_rate.added": ({ kesPerUsdE4, effectiveFrom, reason }) => ({
    title: m.events_exchange_rate_added_title(),
    details: because(
      m.events_exchange_rate_added_details({
        kesPerUsdE4: formatRate(kesPerUsdE4),
        effectiveFrom: longDay(effectiveFrom),
      }),
      reason,
    ),
  }),
  "work.taken": ({ item }) => ({ title: m.events_work_taken_title(), details: item }),
  "work.handed_on": words(m.events_work_handed_on_title, ({ item, to, reason }) =>
    because(m.events_what_to_whom({ what: item, whom: to }), reason),
  ),
  "price.added": ({ planType, billingType, reason, ...price }) => ({
    title: m.events_price_added_title(),
    details: because(
      labelled(`${planType === "*" ? m.events_price_all_plans() : planType}, ${billingType}`, priceOf(price)),
      reason,
    ),
  }),
  "price.announced": words(m.events_price_announced_title, ({ reason, ...price }) =>
    because(priceOf(price), reason),
  ),
  "payment.rechecked": words(m.events_payment_asked_again_title, ({ amountCents, reason }) =>
    because(formatKes(amountCents), reason),
  ),
};
