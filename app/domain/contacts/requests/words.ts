/** What a person may ask for, and within how many days the law gives it to them (Kenya's Data Protection Regulations, 2021). */
export const requestKinds = {
  export: { label: "A copy of their data", days: 7 },
  erasure: { label: "Erasure of their data", days: 14 },
} as const;
export type RequestKind = keyof typeof requestKinds;

export const requestStates = { open: "Open", done: "Done", refused: "Refused" } as const;
