import { activityLogs } from "./activityLogs.server.ts";
import { admin } from "./admin.server.ts";
import { analytics } from "./analytics.server.ts";
import { auth } from "./auth.server.ts";
import { campaigns } from "./campaigns.server.ts";
import { contacts } from "./contacts.server.ts";
import { conversations } from "./conversations.server.ts";
import { dashboard } from "./dashboard.server.ts";
import { developer } from "./developer.server.ts";
import { members } from "./members.server.ts";
import { notifications } from "./notifications.server.ts";
import { profile } from "./profile.server.ts";
import { sandbox } from "./sandbox.server.ts";
import { search } from "./search.server.ts";
import { secondFactor } from "./secondFactor.server.ts";
import { settings } from "./settings.server.ts";
import { templates } from "./templates.server.ts";
import { v1 } from "./v1/v1.server.ts";
import { wallet } from "./wallet.server.ts";
import { whatsapp } from "./whatsapp.server.ts";

/** Every call of the platform, by `METHOD /path`, below `/api`. Screens, plain HTTP clients and tests use this one list. */
export const contract = {
  ...activityLogs,
  ...auth,
  ...campaigns,
  ...contacts,
  ...conversations,
  ...admin,
  ...analytics,
  ...dashboard,
  ...developer,
  ...members,
  ...notifications,
  ...profile,
  ...sandbox,
  ...search,
  ...secondFactor,
  ...settings,
  ...wallet,
  ...templates,
  ...v1,
  ...whatsapp,
};

export type Contract = typeof contract;
