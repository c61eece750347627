import { formatCount } from "#app/platform/counts.ts";

const height = 120;
const slot = 20;

/** Bars drawn on the server, from left to right, and the same figures as a list to open for those who cannot see them. */
export function BarChart({ label, bars }: { label: string; bars: { name: string; value: number }[] }) {
  const max = Math.max(1, ...bars.map((bar) => bar.value));
  return (
    <>
      <svg
        className="bars"
        viewBox={`0 0 ${bars.length * slot} ${height + 18}`}
        role="img"
        aria-label={label}
      >
        {bars.map((bar, index) => {
          const tall = Math.max(bar.value > 0 ? 2 : 0, (bar.value / max) * height);
          return (
            <g key={bar.name}>
              <rect
                className="bar"
                x={index * slot + 3}
                y={height - tall}
                width={slot - 6}
                height={tall}
                rx="3"
              >
                <title>{`${bar.name}: ${bar.value}`}</title>
              </rect>
              {index % 3 === 0 && (
                <text x={index * slot + slot / 2} y={height + 14} textAnchor="middle">
                  {bar.name}
                </text>
              )}
            </g>
          );
        })}
        <path className="bar-base" d={`M0 ${height}H${bars.length * slot}`} />
      </svg>
      <details className="bars-list">
        <summary className="link">The figures</summary>
        <ul>
          {bars.map((bar) => (
            <li key={bar.name}>
              {bar.name}: {formatCount(bar.value)}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
