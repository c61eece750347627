import { InlineModule } from "#app/web/script.tsx";

interface Next {
  to: string;
  afterMs: number;
}

/** Leads on by itself: to the millisecond with script, in whole seconds by `refreshHeaders` without. */
export function GoOn({ to, afterMs }: Next) {
  return <InlineModule code={`setTimeout(() => location.assign(${JSON.stringify(to)}), ${afterMs});`} />;
}

/** Browsers read whole seconds only, and the timer has to be first where there is script. */
export const refreshHeaders = ({ to, afterMs }: Next) => ({
  refresh: `${Math.ceil((afterMs + 1) / 1000)};url=${to}`,
});
