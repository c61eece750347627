/** What a case study shows. `logo` names a drawing of app/routes/public/logos.tsx. */
export interface CaseStudy {
  client: string;
  result: string;
  logo: "arch" | "coins" | "drop" | "shield" | "leaf" | "cross" | "cart" | "road";
}

/**
 * Sample organisations, to be replaced by the operator's own with their consent.
 * The first seven are also the logo carousel.
 */
export const caseStudies: CaseStudy[] = [
  {
    client: "Sample County",
    result: "30% fewer office visits, since permits and bills are answered on WhatsApp",
    logo: "arch",
  },
  { client: "Sample Bank", result: "65% faster response to questions about cards and loans", logo: "coins" },
  {
    client: "Sample Water",
    result: "Meter readings arrive by message, with a photo, from every estate",
    logo: "drop",
  },
  {
    client: "Sample Insurance",
    result: "Live in under 6 weeks, from the first call to the first claim",
    logo: "shield",
  },
  {
    client: "Sample Agriculture",
    result: "Rain and price alerts in Swahili, French and English",
    logo: "leaf",
  },
  {
    client: "Sample Hospital",
    result: "Appointments kept, because the reminder can be answered",
    logo: "cross",
  },
  { client: "Sample Markets", result: "Orders and receipts in one conversation", logo: "cart" },
  { client: "Sample e-Services", result: "Over 150 agencies share one verified number", logo: "road" },
];
