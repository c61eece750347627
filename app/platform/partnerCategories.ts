/** The kinds of partners: for selection, and for default shares. */
export const partnerCategories = ["agency", "reseller", "software", "consultant", "telecom"] as const;
export type PartnerCategory = (typeof partnerCategories)[number];
