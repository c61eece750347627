import { m } from "#messages";

/** What a customer is called: by their name, else their number, else their username. */
export const nameOf = (name: string, phone: string | null, username?: string | null): string =>
  name || phone || (username ? `@${username}` : m.errors_whatsapp_user());
