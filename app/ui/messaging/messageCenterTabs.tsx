import { Tabs } from "../tabs.tsx";

const tabs = [
  { to: "/messaging", label: "Campaigns" },
  { to: "/contacts", label: "Contacts" },
  { to: "/messaging/broadcasts", label: "Broadcast History" },
];

/** The tabs of the Message Center; the contacts are one of them. */
export const MessageCenterTabs = () => <Tabs label="Message Center" items={tabs} />;
