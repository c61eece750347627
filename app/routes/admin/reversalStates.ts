import { m } from "#messages";

/** The states of a reversal by M-Pesa in a word. */
export const reversalStates = {
  pending: {
    tone: "info",
    get label() {
      return m.admin_asked();
    },
  },
  unknown: {
    tone: "warn",
    get label() {
      return m.admin_no_answer_yet();
    },
  },
  done: {
    tone: "good",
    get label() {
      return m.admin_given_back();
    },
  },
  failed: {
    tone: "bad",
    get label() {
      return m.admin_refused();
    },
  },
} as const;
