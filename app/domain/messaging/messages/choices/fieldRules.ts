/** A question with answers to tap: how many, and the characters of each part. */
export const choiceLimits = {
  question: 1024,
  footer: 60,
  description: 72,
  buttons: { most: 3, title: 20 },
  list: { most: 10, title: 24 },
} as const;
