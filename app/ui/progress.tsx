/** How far something is: `value` of `max`, in words and as a bar. Drawn by the browser's own element, as the page's policy allows no style attributes. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  const percent = max > 0 ? Math.min(100, Math.floor((value / max) * 100)) : 0;
  return (
    <div className="progress">
      <div className="progress-text">
        <span>{label}</span>
        <span>{percent}%</span>
      </div>
      <progress aria-label={label} value={Math.min(value, max)} max={max || 1} />
    </div>
  );
}
