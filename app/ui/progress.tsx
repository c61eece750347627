import { percentOf } from "#app/platform/numbers/percent.ts";

/** How far something is: `value` of `max`, in words and as a bar. Drawn by the browser's own element, as the page's policy allows no style attributes. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div className="progress">
      <div className="progress-text">
        <span>{label}</span>
        <span>{percentOf(value, max)}</span>
      </div>
      <progress aria-label={label} value={Math.min(value, max)} max={max || 1} />
    </div>
  );
}
