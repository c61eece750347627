import { m } from "#messages";

/** What a customer is called: by their name, else their number. */
export const nameOf = (name: string, phone: string | null): string =>
  name || phone || m.errors_whatsapp_user();
