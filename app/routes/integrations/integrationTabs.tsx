import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

/** Services and rules, told apart by address. */
export function IntegrationTabs() {
  return (
    <Tabs
      label={m.integrations_integrations()}
      items={[
        { to: href("/integrations"), label: m.integrations_services() },
        { to: href("/integrations/rules"), label: m.integrations_rules() },
      ]}
    />
  );
}
