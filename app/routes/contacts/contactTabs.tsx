import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";

const tabs = [
  { to: href("/contacts"), label: "All contacts" },
  { to: href("/contacts/segments"), label: "Segments" },
  { to: href("/contacts/fields"), label: "Fields" },
];

/** The views of the contacts. */
export const ContactTabs = () => <Tabs label="Contacts" items={tabs} />;
