import { useEffect, useState } from "react";
import { m } from "#messages";

/** Counts down the time to enter the PIN, from `seconds` at the page's load. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  if (left === 0) return <p>{m.billing_payment_time_over_text()}</p>;
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <p role="timer" className="text-lg">
      {m.billing_payment_time_left_text({ time })}
    </p>
  );
}
