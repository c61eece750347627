import { href } from "react-router";
import { lazy } from "#app/platform/text/lazy.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

const tabs = lazy([
  { to: href("/messaging"), label: m.common_campaigns },
  { to: href("/contacts"), label: m.common_contacts },
  { to: href("/messaging/broadcasts"), label: m.campaigns_broadcast_history },
]);

/** The tabs of the Message Center; the contacts are one of them. */
export const MessageCenterTabs = () => <Tabs label={m.common_message_center()} items={tabs} />;
