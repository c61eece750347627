import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { waitForConnection } from "./ui/connection/connectionBar.ts";
import { steadyFetch } from "./ui/connection/steadyFetch.ts";

window.fetch = steadyFetch(window.fetch.bind(window), waitForConnection);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
