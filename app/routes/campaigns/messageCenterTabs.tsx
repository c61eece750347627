import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";

const tabs = [
  { to: href("/messaging"), label: "Campaigns" },
  { to: href("/contacts"), label: "Contacts" },
  { to: href("/messaging/broadcasts"), label: "Broadcast History" },
];

/** The tabs of the Message Center; the contacts are one of them. */
export const MessageCenterTabs = () => <Tabs label="Message Center" items={tabs} />;
