import { m } from "#messages";

/** A customer's display name: their name, else number, else username. */
export const nameOf = (name: string, phone: string | null, username?: string | null): string =>
  name || phone || (username ? `@${username}` : m.common_whatsapp_user());
