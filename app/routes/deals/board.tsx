import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { type DragEvent, useState } from "react";
import { href, Link, useSubmit } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { Money } from "#app/ui/money.tsx";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { ClosesOn } from "./dealStage.tsx";
import { MoveForm } from "./moveForm.tsx";

type Board = CallOutput<"GET /deals/board">;
type Lane = Board["lanes"][number];

/** The data type of a dragged deal: its id and original stage. */
const dragged = "application/x-deal";

/**
 * The deals by stage, one column each; stacked on a phone. Every card moves by its form; with script it can
 * be dragged too.
 */
export function DealBoard({
  board,
  back,
  listOf,
}: {
  board: Board;
  back: string;
  listOf: (stageId: string) => string;
}) {
  const drop = useDrop(back);
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] items-start gap-4">
      {board.lanes.map((lane) => (
        <section
          key={lane.id}
          aria-labelledby={`lane-${lane.id}`}
          className="grid gap-3 rounded-card bg-sunken p-3 data-over:outline-2 data-over:outline-brand"
          data-over={drop.over === lane.id || undefined}
          {...drop.lane(lane.id)}
        >
          <header>
            <h2 id={`lane-${lane.id}`} className="wrap-anywhere">
              {lane.name}
            </h2>
            <p className="hint">
              {counted(m.counts_deals, lane.count)}, <Money cents={lane.valueCents} />
            </p>
          </header>
          <ul className="grid gap-3">
            {lane.deals.map((deal) => (
              <Card key={deal.id} deal={deal} board={board} back={back} drag={drop.card} />
            ))}
          </ul>
          {lane.count > lane.deals.length && (
            <Link className="link" to={listOf(lane.id)}>
              {m.deals_board_all_in_link({
                deals: counted(m.counts_deals, lane.count),
                laneName: lane.name,
              })}
            </Link>
          )}
        </section>
      ))}
    </div>
  );
}

function Card({
  deal,
  board,
  back,
  drag,
}: {
  deal: Lane["deals"][number];
  board: Board;
  back: string;
  drag: (deal: { id: string; stageId: string }) => object;
}) {
  return (
    <li className="grid gap-1 rounded-control border border-line bg-surface p-3" {...drag(deal)}>
      <Link className="link wrap-anywhere" to={href("/deals/:dealId", { dealId: deal.id })} draggable={false}>
        {deal.title}
      </Link>
      <p className="wrap-anywhere">{deal.contact}</p>
      <p>
        <Money cents={deal.valueCents} />
      </p>
      <p className="hint wrap-anywhere">
        {deal.closesOn ? (
          <ParaglideMessage
            message={m.deals_board_closes_date_text}
            inputs={{ owner: deal.owner?.name ?? m.deals_board_unassigned() }}
            markup={{ date: () => <ClosesOn deal={deal} now={board.today} /> }}
          />
        ) : (
          (deal.owner?.name ?? m.deals_board_unassigned())
        )}
      </p>
      <details>
        <summary className="cursor-pointer py-2 text-muted text-sm">
          {m.deals_move()}
          <span className="sr-only"> {deal.title}</span>
        </summary>
        <MoveForm deal={deal} stages={board.lanes} back={back} />
      </details>
    </li>
  );
}

/** Dragging posts the same form as the button. */
function useDrop(back: string) {
  const [over, setOver] = useState<string>();
  const submit = useSubmit();
  const csrf = useRoot()?.formToken ?? "";
  const isDeal = (event: DragEvent) => event.dataTransfer.types.includes(dragged);
  const card = ({ id, stageId }: { id: string; stageId: string }) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(dragged, `${id} ${stageId}`);
      event.dataTransfer.effectAllowed = "move";
    },
  });
  const lane = (laneId: string) => ({
    onDragOver: (event: DragEvent) => {
      if (!isDeal(event)) return;
      event.preventDefault();
      setOver(laneId);
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      setOver(undefined);
      if (!isDeal(event)) return;
      event.preventDefault();
      const [dealId = "", from = ""] = event.dataTransfer.getData(dragged).split(" ");
      if (from === laneId || dealId === "") return;
      void submit(
        { csrf, stageId: laneId, from, back },
        { method: "post", action: href("/deals/:dealId", { dealId }), preventScrollReset: true },
      );
    },
  });
  return { over, card, lane };
}
