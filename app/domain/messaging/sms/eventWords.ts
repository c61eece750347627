import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import type * as events from "../events.ts";
import { waitWords } from "./words.ts";

const accounts = lazy({ platform: m.sms_account_platform, own: m.sms_account_own });

/** The words of this part. */
export const smsWords: Pick<
  WordsOf<typeof events>,
  | "sms.connected"
  | "sms.disconnected"
  | "sms.account_removed"
  | "sms.account_refused"
  | "template.sms_changed"
> = {
  "sms.connected": ({ account, senderName }) => ({
    title: m.events_sms_connected_title(),
    details: senderName ? m.events_sms_connected_details({ senderName }) : accounts[account],
  }),
  "sms.disconnected": () => ({
    title: m.events_sms_disconnected_title(),
    details: m.events_sms_disconnected_details(),
  }),
  "sms.account_removed": () => ({
    title: m.events_sms_account_removed_title(),
    details: m.events_sms_disconnected_details(),
  }),
  "sms.account_refused": ({ account, code }) => ({
    title: m.events_sms_account_refused_title(),
    details: m.events_sms_account_refused_details({ account: accounts[account], code }),
  }),
  "template.sms_changed": ({ template, waitSeconds, maxCents }) => ({
    title: m.events_template_sms_changed_title(),
    details:
      waitSeconds === null || maxCents === null
        ? m.events_template_sms_removed_details({ template })
        : m.events_template_sms_changed_details({
            template,
            wait: waitWords(waitSeconds),
            max: formatKes(maxCents),
          }),
  }),
};
