import { m } from "#messages";

/** What a person may ask for, and within how many days the law gives it to them (Kenya's Data Protection Regulations, 2021). */
export const requestKinds = {
  export: {
    get label() {
      return m.labels_a_copy_of_their_data();
    },
    days: 7,
  },
  erasure: {
    get label() {
      return m.labels_erasure_of_their_data();
    },
    days: 14,
  },
} as const;
export type RequestKind = keyof typeof requestKinds;

export const requestStates = {
  get open() {
    return m.labels_open();
  },
  get done() {
    return m.labels_done();
  },
  get refused() {
    return m.labels_refused();
  },
} as const;
