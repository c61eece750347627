import type { CaseStudy } from "#app/routes/public/content/caseStudies.ts";

/** Drawn for the samples; every path is in a box of 24. */
const drawings: Record<CaseStudy["logo"], string> = {
  arch: "M3 21V11a9 9 0 0 1 18 0v10h-5v-9a4 4 0 0 0-8 0v9z",
  coins: "M9 3a6 6 0 1 1 0 12A6 6 0 0 1 9 3m8 6a6 6 0 1 1-6.5 8.5 8 8 0 0 0 6.5-8.5",
  drop: "M12 2c4 5 7 8 7 12a7 7 0 0 1-14 0c0-4 3-7 7-12m-4 12a4 4 0 0 0 4 4z",
  shield: "M12 2l9 3v7c0 5-4 8-9 10-5-2-9-5-9-10V5zm0 4v12c3-1 5-3 5-6V7z",
  leaf: "M4 20C4 9 10 4 21 3c0 11-5 17-14 15l6-8-8 10z",
  cross: "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
  cart: "M2 4h4l1 3h14l-3 9H8L5 6H2zm7 14a2 2 0 1 1 0 4 2 2 0 0 1 0-4m8 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4",
  road: "M9 3h6l5 18H4zm2 2v4h2V5zm0 7v6h2v-6z",
};

/** All drawings once; `Logo` refers to them. */
export function LogoDrawings() {
  return (
    <svg width="0" height="0" className="drawings" aria-hidden="true">
      {Object.entries(drawings).map(([name, path]) => (
        <symbol key={name} id={name} viewBox="0 0 24 24">
          <path fillRule="evenodd" d={path} />
        </symbol>
      ))}
    </svg>
  );
}

export function Logo({ name }: { name: CaseStudy["logo"] }) {
  return (
    <svg className="logo" width="28" height="28" aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}
