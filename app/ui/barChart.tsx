import { byLocale, numbersIn } from "#app/platform/locale/byLocale.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import { Table } from "./table.tsx";

export interface Bar {
  name: string;
  value: number;
  /** Of the second series, if any. */
  second?: number;
  /** Such as today: its name is always shown. At most the last one. */
  isMarked?: boolean;
}

const height = 120;
const top = 8;
const short = byLocale(
  (locale) => new Intl.NumberFormat(numbersIn[locale], { notation: "compact", maximumFractionDigits: 1 }),
);

/** Finer than visible, with few digits. */
const tenths = (length: number) => Math.round(length * 10) / 10;

/** A round step, about four of which reach the largest value. */
function stepOf(max: number): number {
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough)! * power;
  return max <= 4 && Number.isInteger(max) ? 1 : step;
}

/**
 * The one chart of the platform: bars rendered on the server, from left to right, with axis, grid and legend,
 * and the same figures as a collapsible table. `legend` names two series, side by side or `stacked`.
 */
export function BarChart({
  label,
  bars,
  legend,
  stacked,
  format = formatCount,
  tick = (value: number) => short().format(value),
}: {
  label: string;
  bars: readonly Bar[];
  legend?: readonly [first: string, second: string];
  stacked?: boolean;
  /** A value as text. */
  format?: (value: number) => string;
  /** A value at the axis, where there is little room. */
  tick?: (value: number) => string;
}) {
  const slot = bars.length <= 8 ? 56 : 20;
  const most = Math.max(
    1,
    ...bars.map(({ value, second = 0 }) => (stacked ? value + second : Math.max(value, second))),
  );
  const step = stepOf(most);
  const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
  const max = ticks.at(-1)!;
  // Room for the longest of them, at about the width of a letter.
  const axis = Math.max(34, 8 + 6 * Math.max(...ticks.map((value) => tick(value).length)));
  const width = axis + bars.length * slot;
  const yOf = (value: number) => tenths(top + height - (value / max) * height);
  const every = Math.ceil(bars.length / 6);
  // Counted from a marked last one, so that its name has room.
  const first = bars.at(-1)?.isMarked ? (bars.length - 1) % every : 0;
  return (
    <div>
      <figure>
        <svg
          className="bars"
          viewBox={`0 0 ${width} ${top + height + 18}`}
          role="img"
          aria-label={m.ui_bar_chart_label({ label })}
        >
          {ticks.map((value) => (
            <g key={value}>
              <path className={value === 0 ? "bar-base" : "bar-grid"} d={`M${axis} ${yOf(value)}H${width}`} />
              <text x={axis - 4} y={yOf(value) + 3} textAnchor="end">
                {tick(value)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => (
            <g key={bar.name}>
              <title>{wordsOf(bar, legend, format)}</title>
              <Columns
                bar={bar}
                x={axis + index * slot}
                slot={slot}
                two={Boolean(legend)}
                stacked={stacked}
                yOf={yOf}
              />
              {index % every === first && (
                <text
                  className={bar.isMarked ? "bar-marked" : undefined}
                  x={axis + index * slot + slot / 2}
                  y={top + height + 14}
                  textAnchor={bar.isMarked ? "end" : "middle"}
                  dx={bar.isMarked ? slot / 2 : undefined}
                >
                  {bar.name}
                </text>
              )}
            </g>
          ))}
        </svg>
        {legend && <Legend names={legend} />}
      </figure>
      <Figures label={label} bars={bars} legend={legend} format={format} />
    </div>
  );
}

type Legend = readonly [first: string, second: string] | undefined;

const wordsOf = ({ name, value, second = 0 }: Bar, legend: Legend, format: (value: number) => string) =>
  legend
    ? m.common_labelled({
        label: name,
        value: `${legend[0]} ${format(value)}, ${legend[1]} ${format(second)}`,
      })
    : m.common_labelled({ label: name, value: format(value) });

function Columns({
  bar: { value, second = 0 },
  x,
  slot,
  two,
  stacked,
  yOf,
}: {
  bar: Bar;
  x: number;
  slot: number;
  two: boolean;
  stacked: boolean | undefined;
  yOf: (value: number) => number;
}) {
  const gap = slot * 0.15;
  const room = slot - 2 * gap;
  const broad = two && !stacked ? room / 2 : room;
  const rect = (className: string, left: number, from: number, to: number) => (
    <rect
      className={className}
      x={tenths(left)}
      y={Math.min(yOf(to), to > from ? yOf(from) - 1 : yOf(from))}
      width={tenths(broad)}
      height={to > from ? tenths(Math.max(1, yOf(from) - yOf(to))) : 0}
    />
  );
  return (
    <>
      {rect("bar", x + gap, 0, value)}
      {two &&
        (stacked
          ? rect("bar bar-second", x + gap, value, value + second)
          : rect("bar bar-second", x + gap + broad, 0, second))}
    </>
  );
}

function Figures({
  label,
  bars,
  legend,
  format,
}: {
  label: string;
  bars: readonly Bar[];
  legend: Legend;
  format: (value: number) => string;
}) {
  return (
    <details className="bars-list">
      <summary className="link">{m.ui_view_data()}</summary>
      <Table caption={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{label}</span>
            </th>
            {(legend ?? [m.common_value()]).map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.name}>
              <th scope="row">{bar.name}</th>
              <td className="number">{format(bar.value)}</td>
              {legend && <td className="number">{format(bar.second ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

function Legend({ names }: { names: readonly string[] }) {
  return (
    <figcaption className="bars-legend">
      {names.map((name, index) => (
        <span key={name}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect className={index === 0 ? "bar" : "bar bar-second"} width="10" height="10" rx="2" />
          </svg>
          {name}
        </span>
      ))}
    </figcaption>
  );
}
