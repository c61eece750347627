import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { waitForConnection } from "./web/connection/connectionBar.ts";
import { retryingFetch } from "./web/connection/retryingFetch.ts";

window.fetch = retryingFetch(window.fetch.bind(window), waitForConnection);

/**
 * After going back before the script has run, the address is of one page and the document of another, because
 * the browser takes history entries created by script for the same document.
 */
function isOfThisAddress(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  if (!load) return true;
  const { pathname, search } = new URL(load.name);
  return pathname === location.pathname && search === location.search;
}

if (isOfThisAddress())
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
else location.reload();
