import { admin } from "./admin.server.ts";
import { auth } from "./auth.server.ts";
import { conversations } from "./conversations.server.ts";
import { dashboard } from "./dashboard.server.ts";
import { notifications } from "./notifications.server.ts";
import { profile } from "./profile.server.ts";
import { search } from "./search.server.ts";
import { settings } from "./settings.server.ts";

/** Every call of the platform, by `METHOD /path`, below `/api`. Screens, plain HTTP clients and tests use this one list. */
export const contract = {
  ...auth,
  ...conversations,
  ...admin,
  ...dashboard,
  ...notifications,
  ...profile,
  ...search,
  ...settings,
};

export type Contract = typeof contract;
