import { useEffect, useMemo, useRef } from "react";

/** Debounces `run`: a call waits until `pauseMs` pass without another one. What still waits when the screen closes is cancelled. */
export function useDebounced<Args extends unknown[]>(run: (...args: Args) => void, pauseMs: number) {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  const debounced = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = () => clearTimeout(timer);
    const soon = (...args: Args) => {
      cancel();
      timer = setTimeout(() => newest.current(...args), pauseMs);
    };
    return Object.assign(soon, { cancel });
  }, [pauseMs]);
  useEffect(() => debounced.cancel, [debounced]);
  return debounced;
}
