import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes, formatRate } from "#app/platform/money/money.ts";
import { counted, formatCount, formatFine } from "#app/platform/numbers/counts.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import type * as events from "./events.ts";
import { features, suspensionLevels } from "./words.ts";

/** The action and its reason: `Duka Letu. Reason: …`. */
const because = (what: string, said: string) => m.events_detail_with_reason({ what, said });
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
  "organisation.suspended": ({ level, pausedCampaigns, endedSessions, said }) => {
    const { label, meaning } = suspensionLevels[level];
    return {
      title: m.events_organisation_suspended_title(),
      details: because(
        m.events_organisation_suspended_details({
          label,
          campaigns: counted(m.counts_campaigns, pausedCampaigns),
          sessions: counted(m.counts_sessions, endedSessions),
        }),
        said,
      ),
      notice: {
        title: m.events_suspended_notice_title({ label: inSentence(label) }),
        body: m.events_suspended_notice_body({ meaning, said }),
      },
    };
  },
  "organisation.reinstated": ({ said }) => ({
    title: m.events_organisation_reinstated_title(),
    details: because(m.events_organisation_reinstated_details(), said),
    notice: {
      title: m.events_reinstated_notice_title(),
      body: m.events_reinstated_notice_body(),
    },
  }),
  "organisation.renamed_by_staff": ({ was, name, said }) => ({
    title: m.events_organisation_renamed_title(),
    details: because(m.events_organisation_renamed_details({ was, name }), said),
  }),
  "plan.overridden": ({ endsOn, said, ...plan }) => ({
    title: m.events_plan_overridden_title(),
    details: because(m.events_plan_overridden_details({ plan: planOf(plan), endsOn: longDay(endsOn) }), said),
  }),
  "plan.override_ended": ({ said, ...plan }) => ({
    title: m.events_plan_override_ended_title(),
    details:
      said === null
        ? m.events_plan_override_expired({ plan: planOf(plan) })
        : because(m.events_plan_override_back_to({ plan: planOf(plan) }), said),
  }),
  "feature.switched_off": ({ feature, endsOn, said }) => {
    const { label, meaning } = features[feature];
    const title = m.events_feature_off_title({ feature: label });
    return {
      title,
      details: because(m.events_feature_switched_off_details({ endsOn: longDay(endsOn) }), said),
      notice: { title, body: m.events_feature_off_body({ meaning, endsOn: longDay(endsOn), said }) },
    };
  },
  "feature.switched_on": ({ feature, said }) => {
    const title = m.events_feature_on_title({ feature: features[feature].label });
    const details =
      said === null ? m.events_feature_on_expired() : because(m.events_feature_on_early(), said);
    return { title, details, notice: { title, body: m.events_feature_on_body() } };
  },
  "whatsapp.suspended_by_staff": ({ account, said }) => ({
    title: m.events_whatsapp_suspended_by_staff_title(),
    details: because(account, said),
  }),
  "whatsapp.reinstated_by_staff": ({ account, said }) => ({
    title: m.events_whatsapp_reinstated_staff_title(),
    details: because(account, said),
  }),
  "whatsapp.refreshed_by_staff": ({ account, said }) => ({
    title: m.events_whatsapp_refreshed_by_staff_title(),
    details: because(account, said),
  }),
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
  "template.passed_review": ({ name, language, said }) => ({
    title: m.events_template_passed_review_title(),
    details: because(`${name} (${language})`, said),
  }),
  "template.returned": ({ name, language, said }) => ({
    title: m.events_template_returned_title(),
    details: because(`${name} (${language})`, said),
  }),
  "job.moved": ({ intent, queue, jobId, said }) => ({
    title: intent === "retry" ? m.events_job_retried_title() : m.events_job_cancelled_title(),
    details: because(`${queue} ${jobId}`, said),
  }),
  "jobs.moved": ({ intent, queue, moved, said }) => ({
    title: intent === "retry" ? m.events_jobs_retried_title() : m.events_jobs_cancelled_title(),
    details: because(
      m.events_jobs_moved_details({ part: counted(m.counts_jobs, moved), whole: queue }),
      said,
    ),
  }),
  "staff.role_changed": ({ email, role, said }) => ({
    title: m.events_staff_role_changed_title(),
    details: because(m.events_staff_role_changed_details({ email, role }), said),
  }),
  "staff.added": ({ email, role, said }) => ({
    title: m.events_staff_added_title(),
    details: because(m.events_staff_added_details({ email, role }), said),
  }),
  "staff.suspended": ({ email, sessions, said }) => ({
    title: m.events_staff_suspended_title(),
    details: because(
      m.events_staff_suspended_details({ email, sessions: counted(m.counts_sessions, sessions) }),
      said,
    ),
  }),
  "staff.reinstated": ({ email, said }) => ({
    title: m.events_staff_reinstated_title(),
    details: because(email, said),
  }),
  "staff.sessions_ended": ({ email, sessions, said }) => ({
    title: m.events_staff_sessions_ended_title(),
    details: because(
      m.events_staff_suspended_details({ email, sessions: counted(m.counts_sessions, sessions) }),
      said,
    ),
  }),
  "platform.template_review_switched": ({ value, said }) => ({
    title: m.events_platform_setting_changed_title(),
    details: because(m.events_platform_setting_template_review({ value }), said),
  }),
  "invoice.reminded_by_staff": ({ number, to, said }) => ({
    title: m.events_invoice_reminded_title(),
    details: because(m.events_what_to_whom({ what: number, whom: to }), said),
  }),
  "invoice.reconciled": ({ number, amountCents, bankReference, paidOn, said }) => ({
    title: m.events_invoice_reconciled_title(),
    details: because(
      m.events_invoice_reconciled_details({
        amount: formatKes(amountCents),
        number,
        bankReference,
        paidOn: longDay(paidOn),
      }),
      said,
    ),
  }),
  "meta_rate.added": ({ market, category, microUsd, effectiveFrom, said }) => ({
    title: m.events_meta_rate_added_title(),
    details: because(
      m.events_meta_rate_added_details({
        market,
        category,
        microUsd: formatFine(microUsd / 1_000_000),
        effectiveFrom: longDay(effectiveFrom),
      }),
      said,
    ),
  }),
  "exchange_rate.added": ({ kesPerUsdE4, effectiveFrom, said }) => ({
    title: m.events_exchange_rate_added_title(),
    details: because(
      m.events_exchange_rate_added_details({
        kesPerUsdE4: formatRate(kesPerUsdE4),
        effectiveFrom: longDay(effectiveFrom),
      }),
      said,
    ),
  }),
  "work.taken": ({ item }) => ({ title: m.events_work_taken_title(), details: item }),
  "work.handed_on": ({ item, to, said }) => ({
    title: m.events_work_handed_on_title(),
    details: because(m.events_what_to_whom({ what: item, whom: to }), said),
  }),
  "price.added": ({ planType, billingType, said, ...price }) => ({
    title: m.events_price_added_title(),
    details: because(
      labelled(`${planType === "*" ? m.events_price_all_plans() : planType}, ${billingType}`, priceOf(price)),
      said,
    ),
  }),
  "price.announced": ({ said, ...price }) => ({
    title: m.events_price_announced_title(),
    details: because(priceOf(price), said),
  }),
  "payment.rechecked": ({ amountCents, said }) => ({
    title: m.events_payment_asked_again_title(),
    details: because(formatKes(amountCents), said),
  }),
};
