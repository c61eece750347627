import { m } from "#messages";

const known: Record<string, () => string> = {
  connected: m.common_connected,
  disconnected: m.common_disconnected,
  pending: m.common_pending,
  failed: m.common_failed,
  restricted: m.labels_state_restricted,
  suspended: m.labels_state_suspended,
  banned: m.labels_state_banned,
  flagged: m.labels_state_flagged,
  rate_limited: m.labels_state_rate_limited,
  migrated: m.labels_state_migrated,
  unverified: m.labels_state_unverified,
  unknown: m.labels_unknown,
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
  CONNECTED: m.labels_number_connected,
  DISCONNECTED: m.labels_number_disconnected,
  PENDING: m.labels_number_pending,
  FLAGGED: m.labels_number_flagged,
  UNFLAGGED: m.labels_number_unflagged,
  RESTRICTED: m.labels_number_restricted,
  RATE_LIMITED: m.labels_number_rate_limited,
  BANNED: m.labels_number_banned,
  MIGRATED: m.labels_number_migrated,
  DELETED: m.labels_number_deleted,
  UNVERIFIED: m.labels_number_unverified,
  UNKNOWN: m.labels_number_unknown,
};

/** The state that Meta gives a number, in words; one that is new to us as Meta calls it. */
export const numberStateWord = (state: string): string => states[state]?.() ?? asWords(state);
