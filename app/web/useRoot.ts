import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** What the root of the page was told: who is signed in, the brand, the form token. Undefined on pages without it. */
export const useRoot = () => useRouteLoaderData<typeof loader>("root");
