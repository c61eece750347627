import { href } from "react-router";
import { lazy } from "#app/platform/text/lazy.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

const tabs = lazy([
  { to: href("/contacts"), label: m.common_all_contacts },
  { to: href("/contacts/segments"), label: m.contacts_segments },
  { to: href("/contacts/fields"), label: m.contacts_tabs_fields_label },
]);

/** The views of the contacts. */
export const ContactTabs = () => <Tabs label={m.common_contacts()} items={tabs} />;
