/** Meta's limits of a template's parts, in characters (facts/whatsapp-cloud-api.md §8.1, §8.2). */
export const templateLimits = {
  header: 60,
  body: 1024,
  footer: 60,
  buttonText: 25,
  url: 2000,
  code: 15,
  cardBody: 160,
  leastCards: 2,
  cards: 10,
  buttons: 10,
  cardButtons: 2,
  urlButtons: 2,
  signingKey: 11,
} as const;

/** Meta's largest header samples, in bytes. */
export const sampleLimits = { image: 5 * 2 ** 20, video: 16 * 2 ** 20, document: 100 * 2 ** 20 } as const;
