import { randomBytes } from "node:crypto";
import { setUpServer, startServer, type TestServer } from "./server.ts";
import { setUp } from "./setUp.ts";

/** Screens in one process, the API and the worker in another, on one PostgreSQL. The screens call the API at `apiUrl`. */
export function setUpServersApart(apiUrl: (api: TestServer) => string = ({ url }) => url) {
  const appUrl = "http://web.localhost";
  const shared = {
    SESSION_SECRET: randomBytes(24).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    APP_URL: appUrl,
  };
  const api = setUpServer({ env: { ...shared, ROLES: "api,worker" } });
  const web = setUp(
    () =>
      startServer({
        env: {
          ...shared,
          ROLES: "web",
          API_BASE_URL: apiUrl(api),
          DATABASE_URL: api.databaseUrl,
        },
      }),
    ({ close }) => close(),
  );
  return { web, api, appUrl };
}
