import { m } from "#messages";
import type { WaitingRequest } from "./retryingFetch.ts";

/** All requests waiting for the connection, and whether one is a form; one bar stands for all. */
const waiting = new Map<() => void, Pick<WaitingRequest, "writes" | "failed">>();
const words = document.createElement("p");
let bar: HTMLElement | undefined;

/**
 * Shows at the foot of the window that the connection broke, and waits until the request may be retried: by
 * the button, or automatically once the device is online, unless the request changes something and may have
 * arrived already. Rejects when the request was aborted.
 */
export function waitForConnection({ writes, signal, failed }: WaitingRequest): Promise<void> {
  const mayHaveArrived = writes && navigator.onLine;
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      waiting.delete(again);
      window.removeEventListener("online", again);
      signal?.removeEventListener("abort", leave);
      showBar();
      end();
    };
    const again = () => settle(resolve);
    const leave = () => settle(() => reject(signal?.reason));
    waiting.set(again, { writes, failed });
    if (!mayHaveArrived) window.addEventListener("online", again);
    signal?.addEventListener("abort", leave);
    showBar();
  });
}

/** Updates the bar: for a form it says that nothing is lost. */
function showBar(): void {
  if (waiting.size === 0) {
    bar?.remove();
    bar = undefined;
    return;
  }
  const isForm = [...waiting.values()].some(({ writes }) => writes);
  const isOffline = [...waiting.values()].some(({ failed }) => failed === "network");
  const text = isOffline
    ? (isForm ? m.ui_connection_lost_in_form : m.ui_connection_lost)()
    : (isForm ? m.ui_server_not_responding_in_form : m.ui_server_not_responding)();
  if (words.textContent !== text) words.textContent = text;
  if (bar) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-primary flex-none";
  button.textContent = m.ui_try_again();
  button.addEventListener("click", () => {
    for (const again of [...waiting.keys()]) again();
  });
  bar = document.createElement("div");
  bar.className =
    "connection-bar card fixed inset-x-4 border-l-6 border-l-bad bottom-4 z-100 mx-auto flex max-w-xl items-center justify-between gap-3 p-3 font-semibold shadow-float";
  bar.setAttribute("role", "alert");
  bar.append(words, button);
  document.body.append(bar);
}
