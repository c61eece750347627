import type { ReactNode } from "react";

/** Lines in the brand's colour, soft faces, and one bright stroke; each drawing fills 56 by 40. */
const line = {
  className: "stroke-brand",
  strokeWidth: 2.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;
const face = { ...line, className: "fill-brand-soft stroke-brand" } as const;
const bright = { className: "stroke-accent-bright", strokeWidth: 3, strokeLinecap: "round" } as const;

const drawings = {
  /** A letter under way. */
  letter: (
    <>
      <path d="M1 8h10M5 20h8M1 32h10" {...bright} />
      <rect x="18" y="4" width="36" height="32" rx="6" {...face} />
      <path d="m20 9 16 13L52 9" {...line} />
    </>
  ),
  /** A shop with its awning. */
  overview: (
    <>
      <path d="M12 18v18h32V18" {...face} />
      <path d="M9 6h38l4 10H5z" {...face} />
      <path d="M24 36V25h8v11" {...line} />
      <path d="M5 18c3 3 8 3 11 0 4 3 8 3 12 0 4 3 8 3 12 0 3 3 8 3 11 0" fill="none" {...bright} />
    </>
  ),
  /** A megaphone. */
  campaigns: (
    <>
      <path d="M8 15h8L36 5v30L16 25H8z" {...face} />
      <path d="m16 25 4 11h6l-4-8" {...line} />
      <path d="M43 12l6-4M44 20h8M43 28l6 4" {...bright} />
    </>
  ),
  /** Two people. */
  contacts: (
    <>
      <circle cx="21" cy="12" r="7" {...face} />
      <path d="M7 36c0-9 6-13 14-13s14 4 14 13z" {...face} />
      <path d="M37 6a7 7 0 0 1 0 12M41 24c5 2 8 6 8 12" {...bright} />
    </>
  ),
  /** A sheet with places to fill in. */
  templates: (
    <>
      <path d="M13 3h22l9 9v25H13z" {...face} />
      <path d="M35 3v9h9M20 20h17M20 30h5" {...line} />
      <path d="M31 30h6" {...bright} />
    </>
  ),
  /** Two who talk. */
  chat: (
    <>
      <path d="M4 4h32v20H17l-7 7v-7H4z" {...face} />
      <path d="M42 14h10v17h-5v6l-6-6H24v-2" {...line} />
      <path d="M12 14h.1M20 14h.1M28 14h.1" {...bright} />
    </>
  ),
  /** Bars that begin. */
  analytics: (
    <>
      <path d="M6 4v32h46" {...line} />
      <path d="M14 36V26h7v10M28 36V18h7v18M42 36V23h7v13" {...face} />
      <path d="m14 16 10-7 9 3 13-8" fill="none" {...bright} />
    </>
  ),
  /** A clock. */
  activity: (
    <>
      <circle cx="30" cy="20" r="16" {...face} />
      <path d="M30 10v10l7 5" {...line} />
      <path d="M2 12h7M1 20h6M2 28h7" {...bright} />
    </>
  ),
  /** A wallet. */
  billing: (
    <>
      <path d="M8 10h38a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4h30v6" {...face} />
      <path d="M50 18H38v10h12" {...line} />
      <path d="M43 23h.1" {...bright} />
    </>
  ),
  /** A magnifying glass. */
  search: (
    <>
      <circle cx="25" cy="17" r="13" {...face} />
      <path d="m35 27 11 10" {...line} />
      <path d="M19 17a6 6 0 0 1 6-6" fill="none" {...bright} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type EmptyArtName = keyof typeof drawings;

/** The picture of an empty screen. It only decorates: what it means stands below it. */
export const EmptyArt = ({ name }: { name: EmptyArtName }) => (
  <svg width="56" height="40" viewBox="0 0 56 40" fill="none" aria-hidden="true">
    {drawings[name]}
  </svg>
);
