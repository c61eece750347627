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
const because = (what: string, said: string) => m.events_reason({ what, said });
const planOf = ({ planType, messageLimit }: { planType: string; messageLimit: number }) =>
  m.events_with_messages_a_month({ planType, messageLimit: formatCount(messageLimit) });

const priceOf = (price: {
  monthlyCents: number;
  includedMessages: number;
  perMessageCents: number;
  effectiveFrom: string;
}) =>
  m.events_a_month_with_messages_for_each({
    monthly: formatKes(price.monthlyCents),
    includedMessages: formatCount(price.includedMessages),
    perMessage: formatKes(price.perMessageCents),
    effectiveFrom: longDay(price.effectiveFrom),
  });

export const consoleWords: WordsOf<typeof events> = {
  "organisation.suspended": ({ level, pausedCampaigns, endedSessions, said }) => {
    const { label, meaning } = suspensionLevels[level];
    return {
      title: m.events_organisation_suspended(),
      details: because(
        m.events_paused_ended({
          label,
          campaigns: counted(m.counts_campaigns, pausedCampaigns),
          sessions: counted(m.counts_sessions, endedSessions),
        }),
        said,
      ),
      told: {
        title: m.events_suspended({ label: inSentence(label) }),
        body: m.events_the_reason({ meaning, said }),
      },
    };
  },
  "organisation.reinstated": ({ said }) => ({
    title: m.events_organisation_reinstated(),
    details: because(m.events_everything_is_open_again(), said),
    told: {
      title: m.events_no_longer_suspended(),
      body: m.events_everything_is_open_again_paused_campaigns(),
    },
  }),
  "organisation.renamed_by_staff": ({ was, name, said }) => ({
    title: m.events_organisation_renamed(),
    details: because(m.events_is_now({ was, name }), said),
  }),
  "plan.overridden": ({ endsOn, said, ...plan }) => ({
    title: m.events_plan_overridden(),
    details: because(m.events_until_the_end_of({ plan: planOf(plan), endsOn: longDay(endsOn) }), said),
  }),
  "plan.override_ended": ({ said, ...plan }) => ({
    title: m.events_plan_override_ended(),
    details:
      said === null
        ? m.events_its_time_is_over_back_to({ plan: planOf(plan) })
        : because(m.events_back_to({ plan: planOf(plan) }), said),
  }),
  "feature.switched_off": ({ feature, endsOn, said }) => {
    const { label, meaning } = features[feature];
    const title = m.events_feature_switched_off({ feature: label });
    return {
      title,
      details: because(m.events_switched_until_the_end_of({ endsOn: longDay(endsOn) }), said),
      told: { title, body: m.events_it_ends_after_the_reason({ meaning, endsOn: longDay(endsOn), said }) },
    };
  },
  "feature.switched_on": ({ feature, said }) => {
    const title = m.events_feature_switched_on_again({ feature: features[feature].label });
    const details = said === null ? m.events_its_time_is_over() : because(m.events_before_its_day(), said);
    return { title, details, told: { title, body: m.events_it_works_as_before() } };
  },
  "whatsapp.suspended_by_staff": ({ account, said }) => ({
    title: m.events_whatsapp_account_suspended(),
    details: because(account, said),
  }),
  "whatsapp.reinstated_by_staff": ({ account, said }) => ({
    title: m.events_whatsapp_account_reinstated(),
    details: because(account, said),
  }),
  "whatsapp.refreshed_by_staff": ({ account, said }) => ({
    title: m.events_whatsapp_account_refreshed(),
    details: because(account, said),
  }),
  "whatsapp.noted": ({ account }) => ({ title: m.events_support_note_written(), details: account }),
  "whatsapp.tested": ({ account, reachable, subscribed }) => ({
    title: m.events_whatsapp_connection_tested(),
    details: labelled(
      account,
      !reachable
        ? m.events_meta_refused()
        : subscribed
          ? m.events_all_is_well()
          : m.events_no_webhooks_are_sent_to_us(),
    ),
  }),
  "template.passed_review": ({ name, language, said }) => ({
    title: m.events_template_passed_our_review(),
    details: because(`${name} (${language})`, said),
  }),
  "template.returned": ({ name, language, said }) => ({
    title: m.events_template_returned_by_our_review(),
    details: because(`${name} (${language})`, said),
  }),
  "job.moved": ({ intent, queue, jobId, said }) => ({
    title: intent === "retry" ? m.events_job_retried() : m.events_job_cancelled(),
    details: because(`${queue} ${jobId}`, said),
  }),
  "jobs.moved": ({ intent, queue, moved, said }) => ({
    title: intent === "retry" ? m.events_jobs_retried() : m.events_jobs_cancelled(),
    details: because(m.events_what_of_what({ part: counted(m.counts_jobs, moved), whole: queue }), said),
  }),
  "staff.role_changed": ({ email, role, said }) => ({
    title: m.events_administrators_role_changed(),
    details: because(m.events_is_now_2({ email, role }), said),
  }),
  "staff.added": ({ email, role, said }) => ({
    title: m.events_administrator_added(),
    details: because(m.events_email_as_role({ email, role }), said),
  }),
  "staff.suspended": ({ email, sessions, said }) => ({
    title: m.events_administrator_suspended(),
    details: because(
      m.events_sessions_of_ended({ email, sessions: counted(m.counts_sessions, sessions) }),
      said,
    ),
  }),
  "staff.reinstated": ({ email, said }) => ({
    title: m.events_administrator_reinstated(),
    details: because(email, said),
  }),
  "staff.sessions_ended": ({ email, sessions, said }) => ({
    title: m.events_administrator_signed_out_everywhere(),
    details: because(
      m.events_sessions_of_ended({ email, sessions: counted(m.counts_sessions, sessions) }),
      said,
    ),
  }),
  "platform.template_review_switched": ({ value, said }) => ({
    title: m.events_platform_setting_changed(),
    details: because(m.events_review_of_templates({ value }), said),
  }),
  "invoice.reminded_by_staff": ({ number, to, said }) => ({
    title: m.events_payment_reminder_sent(),
    details: because(m.events_what_to_whom({ what: number, whom: to }), said),
  }),
  "invoice.reconciled": ({ number, amountCents, bankReference, paidOn, said }) => ({
    title: m.events_bank_transfer_reconciled(),
    details: because(
      m.events_for_bank_reference_of({
        amount: formatKes(amountCents),
        number,
        bankReference,
        paidOn: longDay(paidOn),
      }),
      said,
    ),
  }),
  "meta_rate.added": ({ market, category, microUsd, effectiveFrom, said }) => ({
    title: m.events_rate_of_meta_added(),
    details: because(
      m.events_usd_from({
        market,
        category,
        microUsd: formatFine(microUsd / 1_000_000),
        effectiveFrom: longDay(effectiveFrom),
      }),
      said,
    ),
  }),
  "exchange_rate.added": ({ kesPerUsdE4, effectiveFrom, said }) => ({
    title: m.events_exchange_rate_added(),
    details: because(
      m.events_for_usd_1_from({
        kesPerUsdE4: formatRate(kesPerUsdE4),
        effectiveFrom: longDay(effectiveFrom),
      }),
      said,
    ),
  }),
  "work.taken": ({ item }) => ({ title: m.events_an_administrator_looks_into_a_payment(), details: item }),
  "work.handed_on": ({ item, to, said }) => ({
    title: m.events_a_payment_was_handed_on_to(),
    details: because(m.events_what_to_whom({ what: item, whom: to }), said),
  }),
  "price.added": ({ planType, billingType, said, ...price }) => ({
    title: m.events_price_added(),
    details: because(
      labelled(`${planType === "*" ? m.events_all_plans() : planType}, ${billingType}`, priceOf(price)),
      said,
    ),
  }),
  "price.announced": ({ said, ...price }) => ({
    title: m.events_your_price_changes(),
    details: because(priceOf(price), said),
  }),
  "payment.asked_again": ({ amountCents, said }) => ({
    title: m.events_payment_service_asked_again(),
    details: because(formatKes(amountCents), said),
  }),
};
