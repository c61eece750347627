import drawings from "./emptyArt.svg";

export type EmptyArtName =
  | "letter"
  | "overview"
  | "campaigns"
  | "contacts"
  | "templates"
  | "chat"
  | "analytics"
  | "activity"
  | "billing"
  | "search";

/** The picture of an empty screen. Decorative: the text below it says the same. */
export const EmptyArt = ({ name }: { name: EmptyArtName }) => (
  <svg width="56" height="40" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
    <use href={`${drawings}#${name}`} />
  </svg>
);
