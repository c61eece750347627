import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";

/** Services and rules, told apart by address. */
export function IntegrationTabs() {
  return (
    <Tabs
      label="Integrations"
      items={[
        { to: href("/integrations"), label: "Services" },
        { to: href("/integrations/rules"), label: "Rules" },
      ]}
    />
  );
}
