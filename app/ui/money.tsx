import { formatKes } from "#app/platform/money/money.ts";

/** An amount that stays on one line, also where long words may break. */
export function Money({ cents, signed = false }: { cents: number; signed?: boolean }) {
  return (
    <span className="money">
      {signed && cents > 0 && "+"}
      {formatKes(cents)}
    </span>
  );
}
