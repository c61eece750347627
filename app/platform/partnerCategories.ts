/** The kinds of partners: what they can be chosen as, and what a share is offered to. */
export const partnerCategories = ["agency", "reseller", "software", "consultant", "telecom"] as const;
export type PartnerCategory = (typeof partnerCategories)[number];
