/** Meta's limits of a catalogue message (facts/whatsapp-cloud-api.md §17). */
export const productMessageLimits = {
  ...{ products: 30, sections: 10, sectionTitle: 24 },
  ...{ header: 60, text: 1024, footer: 60 },
} as const;
