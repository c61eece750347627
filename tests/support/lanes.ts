/** Several at a time, each with its own worker, until no item is left. */
export async function inLanes<Item, Worker>(
  items: readonly Item[],
  workers: readonly Worker[],
  run: (item: Item, worker: Worker) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    workers.map(async (worker) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item, worker);
    }),
  );
}
