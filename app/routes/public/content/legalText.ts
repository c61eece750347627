/** The platform operator's name and contact details. */
export interface Operator {
  brand: string;
  salesEmail: string;
}

/** One numbered section: paragraphs, and a list for enumerations. */
export interface LegalSection {
  title: string;
  paragraphs: string[];
  list?: string[];
}
