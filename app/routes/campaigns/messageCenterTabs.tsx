import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

const tabs = [
  {
    to: href("/messaging"),
    get label() {
      return m.common_campaigns();
    },
  },
  {
    to: href("/contacts"),
    get label() {
      return m.common_contacts();
    },
  },
  {
    to: href("/messaging/broadcasts"),
    get label() {
      return m.campaigns_broadcast_history();
    },
  },
];

/** The tabs of the Message Center; the contacts are one of them. */
export const MessageCenterTabs = () => <Tabs label={m.campaigns_message_center()} items={tabs} />;
