import type { CaseStudy } from "#app/routes/public/content/caseStudies.ts";
import { m } from "#messages";

/** Drawn for the samples; every path lies in a box of 24. */
const drawings: Record<CaseStudy["logo"], string> = {
  arch: "M3 21V11a9 9 0 0 1 18 0v10h-5v-9a4 4 0 0 0-8 0v9z",
  coins: "M9 3a6 6 0 1 1 0 12A6 6 0 0 1 9 3m8 6a6 6 0 1 1-6.5 8.5 8 8 0 0 0 6.5-8.5",
  drop: "M12 2c4 5 7 8 7 12a7 7 0 0 1-14 0c0-4 3-7 7-12m-4 12a4 4 0 0 0 4 4z",
  get shield() {
    return m.public_m12_2l9_3v7c0_5_4_8();
  },
  leaf: "M4 20C4 9 10 4 21 3c0 11-5 17-14 15l6-8-8 10z",
  cross: "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
  get cart() {
    return m.public_m2_4h4l1_3h14l_3_9h8l5_6h2zm7();
  },
  get road() {
    return m.public_m9_3h6l5_18h4zm2_2v4h2v5zm0_7v6h2v_6z();
  },
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
