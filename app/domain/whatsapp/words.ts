import { m } from "#messages";

const known: Record<string, () => string> = {
  connected: m.common_connected,
  disconnected: m.common_disconnected,
  pending: m.common_pending,
  failed: m.common_failed,
  restricted: m.whatsapp_known_restricted,
  suspended: m.whatsapp_known_suspended,
  banned: m.whatsapp_states_banned,
  flagged: m.whatsapp_known_flagged,
  rate_limited: m.whatsapp_known_rate_limited,
  migrated: m.whatsapp_states_migrated,
  unverified: m.whatsapp_states_unverified,
  unknown: m.common_unknown,
};

/**
 * A state of an account or a number, as text: `RATE_LIMITED` and `rate_limited` become `Rate limited`. New
 * states of Meta stay in Meta's words.
 */
export function asWords(name: string): string {
  const state = name.toLowerCase();
  const words = state.replaceAll("_", " ");
  return known[state]?.() ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const states: Record<string, () => string> = {
  CONNECTED: m.whatsapp_states_connected,
  DISCONNECTED: m.whatsapp_states_disconnected,
  PENDING: m.whatsapp_states_pending,
  FLAGGED: m.whatsapp_states_flagged,
  UNFLAGGED: m.whatsapp_states_unflagged,
  RESTRICTED: m.whatsapp_states_restricted,
  RATE_LIMITED: m.whatsapp_states_rate_limited,
  BANNED: m.whatsapp_states_banned,
  MIGRATED: m.whatsapp_states_migrated,
  DELETED: m.whatsapp_states_deleted,
  UNVERIFIED: m.whatsapp_states_unverified,
  UNKNOWN: m.whatsapp_states_unknown,
};

/** The state that Meta gives a number, in words; one that is new to us as Meta calls it. */
export const numberStateWord = (state: string): string => states[state]?.() ?? asWords(state);
