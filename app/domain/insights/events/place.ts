import type { SubjectKind } from "#app/platform/ids.ts";

const places: Partial<Record<SubjectKind, (id: string) => string>> = {
  bot: (id) => `/bots/${id}/evaluation`,
  connection: () => "/integrations",
  rule: (id) => `/integrations/rules/${id}`,
  sequence: (id) => `/sequences/${id}`,
  campaign: (id) => `/messaging/campaigns/${id}`,
  deal: (id) => `/deals/${id}`,
  task: (id) => `/tasks/${id}/edit`,
  contact: (id) => `/contacts/${id}`,
  contact_import: (id) => `/contacts/imports/${id}#refused`,
  custom_field: (id) => `/contacts/fields/${id}`,
  segment: (id) => `/contacts/segments/${id}`,
  conversation: (id) => `/chat/${id}`,
  invoice: (id) => `/billing/invoices/${id}`,
  person_request: (id) => `/settings/privacy/${id}`,
  support_visit: () => "/settings/privacy",
  payment: (id) => `/billing/payments/${id}`,
  template: (id) => `/templates/${id}`,
  till_payment: (id) => `/payments/${id}`,
  till: (id) => `/integrations/mpesa/${id}`,
  user: () => "/settings/members",
  whatsapp_account: () => "/whatsapp",
};

/** The screen of an event's subject; null without one. */
export function placeOf(event: {
  subjectKind: SubjectKind | null;
  subjectId: string | null;
  data: unknown;
}): string | null {
  const { href } = event.data as { href?: string };
  if (href !== undefined) return href;
  if (event.subjectKind === null || event.subjectId === null) return null;
  return places[event.subjectKind]?.(event.subjectId) ?? null;
}
