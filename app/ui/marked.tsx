import { splitAtHit } from "#app/platform/text/excerpt.ts";

/** A text of a search's hit, with what was sought marked where it stands. */
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
