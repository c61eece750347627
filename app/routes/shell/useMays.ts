import { useRouteLoaderData } from "react-router";
import type { loader } from "./shell.tsx";

/** What the signed-in user may do, as far as tabs and headers on every page ask. */
export const useMays = () => useRouteLoaderData<typeof loader>("routes/shell/shell")?.mays;
