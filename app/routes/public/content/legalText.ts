/** What the operator of the platform is called and how it is reached. */
export interface Operator {
  brand: string;
  salesEmail: string;
}

/** One numbered section: paragraphs, and a list where things are counted. */
export interface LegalSection {
  title: string;
  paragraphs: string[];
  list?: string[];
}
