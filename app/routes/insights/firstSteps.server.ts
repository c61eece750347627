import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import type { IconName } from "#app/ui/icon.tsx";
import type { SessionUser } from "#app/web/session.server.ts";
import { m } from "#messages";

interface Step {
  /** The organisation's result of the step. */
  fact: keyof Done;
  path: "messages" | "sales";
  title: string;
  text: string;
  points: string[];
  /** Where it is done. */
  place: string;
  link: { to: string; label: string };
  icon: IconName;
}

type Done = CallOutput<"GET /get-started">["done"];

const steps: readonly Step[] = lazy([
  {
    fact: "connected",
    path: "messages",
    title: m.insights_connect_whatsapp,
    text: m.insights_start_connect_text,
    points: () => [
      m.insights_start_connect_manager_point(),
      m.insights_start_connect_number_point(),
      m.insights_start_connect_admin_point(),
    ],
    place: href("/whatsapp"),
    link: { to: href("/whatsapp"), label: m.insights_connect_whatsapp },
    icon: "plug-zap",
  },
  {
    fact: "template",
    path: "messages",
    title: m.insights_start_create_template_title,
    text: m.insights_start_template_text,
    points: () => [
      m.insights_start_template_category_point(),
      m.insights_start_template_example_point(),
      m.insights_start_template_language_point(),
    ],
    place: href("/templates"),
    link: { to: href("/templates/library"), label: m.insights_start_browse_templates_link },
    icon: "file-text",
  },
  {
    fact: "contacts",
    path: "messages",
    title: m.insights_start_import_contacts_title,
    text: m.insights_start_import_text,
    points: () => [
      m.insights_start_import_consent_point(),
      m.insights_start_import_tags_point(),
      m.insights_start_import_rejected_point(),
    ],
    place: href("/contacts/import"),
    link: { to: href("/contacts/import"), label: m.common_import_contacts },
    icon: "book-user",
  },
  {
    fact: "campaign",
    path: "messages",
    title: m.insights_start_send_first_campaign_title,
    text: m.insights_start_campaign_text,
    points: () => [
      m.insights_start_campaign_try_point(),
      m.insights_start_campaign_time_point(),
      m.insights_start_campaign_pause_point(),
    ],
    place: href("/messaging"),
    link: { to: href("/messaging/campaigns/new"), label: m.insights_start_new_campaign_link },
    icon: "send",
  },
  {
    fact: "answer",
    path: "messages",
    title: m.insights_start_reply_to_customers_title,
    text: m.insights_start_chat_text,
    points: () => [
      m.insights_start_chat_team_point(),
      m.insights_start_chat_unread_point(),
      m.insights_start_chat_stop_point(),
    ],
    place: href("/chat"),
    link: { to: href("/chat"), label: m.common_open_chat },
    icon: "messages-square",
  },
  {
    fact: "results",
    path: "messages",
    title: m.insights_start_see_what_works_title,
    text: m.insights_start_results_text,
    points: () => [
      m.insights_start_results_export_point(),
      m.insights_start_results_retry_point(),
      m.insights_start_results_log_point(),
    ],
    place: href("/analytics"),
    link: { to: href("/analytics"), label: m.insights_start_open_analytics },
    icon: "chart-no-axes-column",
  },
  {
    fact: "till",
    path: "sales",
    title: m.tills_connect_link,
    text: m.insights_start_till_text,
    points: () => [m.insights_start_till_app_point(), m.insights_start_till_money_point()],
    place: href("/integrations/mpesa"),
    link: { to: href("/integrations/mpesa/new"), label: m.tills_connect_link },
    icon: "smartphone",
  },
  {
    fact: "product",
    path: "sales",
    title: m.orders_edit_add_title,
    text: m.insights_start_product_text,
    points: () => [m.insights_start_product_vat_point(), m.insights_start_product_list_point()],
    place: href("/products"),
    link: { to: href("/products/new"), label: m.orders_edit_add_title },
    icon: "tag",
  },
  {
    fact: "order",
    path: "sales",
    title: m.insights_start_order_title,
    text: m.insights_start_order_text,
    points: () => [m.insights_start_order_chat_point(), m.insights_start_order_cart_point()],
    place: href("/orders"),
    link: { to: href("/orders/new"), label: m.insights_start_order_link },
    icon: "file-text",
  },
  {
    fact: "payment",
    path: "sales",
    title: m.insights_start_payment_title,
    text: m.insights_start_payment_text,
    points: () => [m.insights_start_payment_prompt_point(), m.insights_start_payment_match_point()],
    place: href("/payments"),
    link: { to: href("/payments"), label: m.insights_start_payment_link },
    icon: "wallet",
  },
]);

/**
 * The first steps in the reader's language, with the index of the first that is not done (−1 when all are); of those
 * without an organisation none is done.
 */
export function firstStepsOf(done: Done | null) {
  const open = steps.filter(({ fact }) => !done?.[fact]);
  const list = steps.map((step) => ({
    ...step,
    isDone: done?.[step.fact] ?? false,
    /** The first of its path that is not done. */
    isNext: step === open.find(({ path }) => path === step.path),
  }));
  return {
    steps: list,
    next: list.findIndex(({ isDone }) => !isDone),
    doneCount: list.filter(({ isDone }) => isDone).length,
  };
}
export type FirstSteps = ReturnType<typeof firstStepsOf>;

/** The texts around the steps, for a member who does them. */
export const firstStepsWords = (
  { steps: list, doneCount }: FirstSteps,
  { messageLimit }: SessionUser,
  wallet: { balanceCents: number; daysLeft: number | null } | null,
  { sandbox }: { sandbox: boolean },
) => ({
  title: m.insights_start_card_title(),
  paths: { messages: m.insights_start_path_messages(), sales: m.insights_start_path_sales() },
  progress: m.insights_start_progress_text({ doneCount, count: list.length }),
  done: m.common_status_done(),
  hide: m.insights_start_hide_button(),
  credit: [
    m.insights_start_included_text({ included: formatCount(messageLimit) }),
    wallet &&
      wallet.balanceCents > 0 &&
      (sandbox && wallet.daysLeft === null
        ? m.insights_start_trial_credit_text({ balance: formatKes(wallet.balanceCents) })
        : m.insights_start_wallet_text({ balance: formatKes(wallet.balanceCents) })),
  ]
    .filter(Boolean)
    .join(" "),
});
