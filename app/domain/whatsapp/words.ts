import { m } from "#messages";

const states: Record<string, () => string> = {
  CONNECTED: m.whatsapp_states_connected,
  DISCONNECTED: m.whatsapp_states_disconnected,
  PENDING: m.whatsapp_states_pending,
  FLAGGED: m.whatsapp_states_flagged,
  UNFLAGGED: m.whatsapp_states_unflagged,
  RESTRICTED: m.whatsapp_states_restricted,
  RATE_LIMITED: m.whatsapp_states_rate_limited,
  SUSPENDED: m.whatsapp_states_suspended,
  BANNED: m.whatsapp_states_banned,
  MIGRATED: m.whatsapp_states_migrated,
  DELETED: m.whatsapp_states_deleted,
  UNVERIFIED: m.whatsapp_states_unverified,
  UNKNOWN: m.whatsapp_states_unknown,
};

/** Meta's status of a number in words; an unknown one as Meta writes it (`Name pending`). */
export function numberStateWord(state: string): string {
  const words = state.toLowerCase().replaceAll("_", " ");
  return states[state.toUpperCase()]?.() ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
