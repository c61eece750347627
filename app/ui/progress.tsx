import { percentOf } from "#app/platform/numbers/percent.ts";

/**
 * Progress: `value` of `max`, as text and as a bar. A native element, as the page's policy allows no style
 * attributes.
 */
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
