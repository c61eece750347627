/** The states of a reversal by M-Pesa in a word. */
export const reversalStates = {
  pending: { tone: "info", label: "Asked" },
  unknown: { tone: "warn", label: "No answer yet" },
  done: { tone: "good", label: "Given back" },
  failed: { tone: "bad", label: "Refused" },
} as const;
