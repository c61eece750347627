import type { CallOutput } from "#app/api/client.server.ts";
import { type StepKind, stepKinds } from "#app/domain/flows/words.ts";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";

type Flow = CallOutput<"GET /flows/:flowId">;
type Row = Flow["map"][number];

const pitch = 72;
const box = { width: 252, height: 44 };
const jump = { width: 132, height: 26 };
const indent = 24;
/** Where the line leaves a step, from its left edge. */
const spine = 12;
const room = { title: 34, way: 32 };

const short = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

const tones: Readonly<Record<StepKind, string>> = {
  ...{ say: "fill-brand", template: "fill-brand", ask: "fill-info", choose: "fill-info" },
  ...{ branch: "fill-warn", check: "fill-warn", handover: "fill-good", end: "fill-good" },
  ...{
    save: "fill-muted",
    consent: "fill-muted",
    webhook: "fill-muted",
    deal: "fill-muted",
    task: "fill-muted",
    payment: "fill-muted",
    order: "fill-muted",
    sequence: "fill-muted",
  },
};

/** A way has one row for each target. */
const keyOf = ({ from, stepId }: Row) => `${from} ${stepId}`;

const placeOf = ({ isJump, depth }: Row, index: number) => {
  const { width, height } = isJump ? jump : box;
  return { x: 1 + depth * indent, y: 18 + index * pitch + (box.height - height) / 2, width, height };
};

/** The drawn map of a flow; a step leads to its place in the outline. */
export function FlowMap({ flow, map, titles, trial }: Pick<Flow, "flow" | "map" | "titles" | "trial">) {
  const width = 2 + Math.max(...map.map(({ depth }) => depth)) * indent + box.width;
  const numberOf = (stepId: string | null) => flow.steps.findIndex(({ id }) => id === stepId) + 1;
  return (
    <Card title={m.flows_map()} className="lg:col-start-2">
      <p className="hint mb-3">{m.flows_map_hint()}</p>
      <div className="max-h-[36rem] overflow-auto">
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: its links have names */}
        <svg width={width} height={map.length * pitch} lang={flow.language}>
          {map.map((row, index) => (
            <Line key={keyOf(row)} {...{ row, index, map }} />
          ))}
          {map.map((row, index) => {
            const number = numberOf(row.stepId);
            const step = flow.steps[number - 1];
            const key = keyOf(row);
            if (!step || row.isJump) return <Jump key={key} row={row} index={index} number={number} />;
            const label = stepKinds[step.kind].label;
            return (
              <a
                key={key}
                className="group/step"
                href={`#${step.id}`}
                aria-label={[row.way, `${number}. ${label}`, titles[step.id]].filter(Boolean).join(": ")}
                aria-current={trial.inputs.length > 0 && trial.at === step.id ? "step" : undefined}
              >
                <svg {...placeOf(row, index)} role="presentation">
                  <rect
                    className="fill-surface stroke-line group-hover/step:stroke-brand group-aria-[current]/step:fill-brand-soft group-aria-[current]/step:stroke-brand"
                    x="0.5"
                    y="0.5"
                    width={box.width - 1}
                    height={box.height - 1}
                    rx="8"
                  />
                  <rect className={tones[step.kind]} x="0.5" y="8" width="4" height={box.height - 16} />
                  <text className="fill-muted" x="14" y="17" fontSize="11">
                    {number}. {label}
                  </text>
                  {row.leadsTo && (
                    <text className="fill-muted" x={box.width - 10} y="17" fontSize="11" textAnchor="end">
                      → {numberOf(row.leadsTo)}
                    </text>
                  )}
                  <text className="fill-ink" x="14" y="34" fontSize="13">
                    {short(titles[step.id] ?? "", room.title)}
                  </text>
                </svg>
              </a>
            );
          })}
        </svg>
      </div>
    </Card>
  );
}

/** From the step before to this row, with the words of the way. */
function Line({ row, index, map }: { row: Row; index: number; map: Flow["map"] }) {
  if (row.from === null) return null;
  const here = placeOf(row, index);
  const before = placeOf(map[row.from]!, row.from);
  const x = before.x + spine;
  const isBranch = here.x > before.x;
  const end = isBranch ? `V${here.y + here.height / 2}H${here.x}` : `V${here.y}`;
  return (
    <>
      <path className="fill-none stroke-muted" d={`M${x} ${before.y + before.height}${end}`} />
      {row.way !== "" && (
        <text className="fill-muted" x={here.x + spine + 6} y={here.y - 6} fontSize="11">
          {short(row.way, room.way)}
        </text>
      )}
    </>
  );
}

/** A way to a step that has its box elsewhere, or to none. */
function Jump({ row, index, number }: { row: Row; index: number; number: number }) {
  const text =
    number > 0 ? `→ ${m.flows_step_details_step({ index: number })}` : m.flows_step_details_deleted_step();
  const words = (
    <svg {...placeOf(row, index)} role="presentation">
      <rect className="fill-sunken" width={jump.width} height={jump.height} rx="13" />
      <text className="fill-ink" x="14" y="17" fontSize="12">
        {text}
      </text>
    </svg>
  );
  if (number === 0) return words;
  return (
    <a href={`#${row.stepId}`} aria-label={[row.way, text].filter(Boolean).join(" ")}>
      {words}
    </a>
  );
}
