import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

/** The tabs of services and rules, by address. */
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
