import { readFileSync } from "node:fs";
import path from "node:path";
import { setUpServer, startServer, type TestServer } from "./server.ts";
import { setUp } from "./setUp.ts";

/**
 * Screens in one process, the API and the worker in another, on one PostgreSQL. The screens call the API at
 * `apiUrl`.
 */
export function setUpServersApart(apiUrl: (api: TestServer) => string = ({ url }) => url) {
  const appUrl = "http://web.localhost";
  const api = setUpServer({ env: { APP_URL: appUrl, ROLES: "api,worker" } });
  const web = setUp(
    () => {
      const secrets = JSON.parse(readFileSync(path.join(api.dataDir, "secrets.json"), "utf8"));
      return startServer({
        isEmpty: true,
        env: {
          SESSION_SECRET: secrets.sessionSecret,
          ENCRYPTION_KEY: secrets.encryptionKey,
          APP_URL: appUrl,
          ROLES: "web",
          API_BASE_URL: apiUrl(api),
          DATABASE_URL: api.databaseUrl,
          SMTP_URL: "smtp://127.0.0.1:9",
        },
      });
    },
    ({ close }) => close(),
  );
  return { web, api, appUrl };
}
