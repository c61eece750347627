import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

const tabs = [
  {
    to: href("/contacts"),
    get label() {
      return m.common_all_contacts();
    },
  },
  {
    to: href("/contacts/segments"),
    get label() {
      return m.contacts_segments();
    },
  },
  {
    to: href("/contacts/fields"),
    get label() {
      return m.contacts_fields();
    },
  },
];

/** The views of the contacts. */
export const ContactTabs = () => <Tabs label={m.common_contacts()} items={tabs} />;
