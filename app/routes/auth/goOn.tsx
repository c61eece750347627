import { InlineModule } from "#app/web/script.tsx";

interface Next {
  to: string;
  afterMs: number;
}

/** Redirects automatically: to the millisecond with script, in whole seconds by `refreshHeaders` without. */
export function GoOn({ to, afterMs }: Next) {
  return <InlineModule code={`setTimeout(() => location.assign(${JSON.stringify(to)}), ${afterMs});`} />;
}

/** Browsers read whole seconds only, and the timer must fire first when there is script. */
export const refreshHeaders = ({ to, afterMs }: Next) => ({
  refresh: `${Math.ceil((afterMs + 1) / 1000)};url=${to}`,
});
