import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** The page's root data: the user, the brand, the form token. Undefined on pages without it. */
export const useRoot = () => useRouteLoaderData<typeof loader>("root");
