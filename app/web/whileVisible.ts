/** Runs `start` whenever the page becomes visible, and its cleanup when it is hidden again and at the end. */
export function whileVisible(start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const update = () => {
    if (!document.hidden) stop ??= start();
    else {
      stop?.();
      stop = undefined;
    }
  };
  update();
  document.addEventListener("visibilitychange", update);
  return () => {
    document.removeEventListener("visibilitychange", update);
    stop?.();
  };
}

/**
 * Polls, each time `waitMs()` after the last response, until it is stopped or there is nothing left to wait
 * for.
 */
export function poll(ask: () => Promise<unknown>, waitMs: () => number | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const plan = () => {
    const wait = ended ? null : waitMs();
    if (wait === null) return;
    timer = setTimeout(async () => {
      await ask();
      plan();
    }, wait);
  };
  plan();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
