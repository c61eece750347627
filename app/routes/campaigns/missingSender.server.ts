import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { m } from "#messages";

/** What is missing before anything can be sent, or null; its words are rarely read, and come with the page. */
export function missingSender({
  templates,
  numbers,
}: Pick<CallOutput<"GET /campaigns/choices">, "templates" | "numbers">) {
  const setup = { to: href("/whatsapp"), label: m.common_whatsapp_setup() };
  if (numbers.length === 0)
    return { title: m.common_connect_whatsapp_first(), text: m.campaigns_sender_empty(), link: setup };
  if (!numbers.some((number) => number.sendable))
    return {
      title: m.campaigns_sender_no_number_title(),
      text: m.campaigns_sender_no_number_text(),
      link: setup,
    };
  if (templates.length === 0)
    return {
      title: m.campaigns_no_approved_template_yet(),
      text: m.campaigns_sender_no_template_text(),
      link: { to: href("/templates"), label: m.common_message_templates() },
    };
  return null;
}
