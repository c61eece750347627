import { splitAtHit } from "#app/platform/text/excerpt.ts";

/** A search hit's text, with the matches marked. */
export function Marked({ text, sought }: { text: string; sought: string }) {
  const { before, hit, after } = splitAtHit(text, sought);
  return (
    <>
      {before}
      {hit && <mark>{hit}</mark>}
      {after}
    </>
  );
}
