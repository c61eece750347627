import { withoutValues } from "#app/platform/run/describeError.ts";
import { start } from "./start.server.ts";

/** Entry of the bundle: the server with its built screens. */
start({ screens: () => import("virtual:react-router/server-build") }).catch((error: unknown) => {
  console.error(withoutValues(error));
  process.exit(1);
});
