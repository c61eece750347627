import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

/** The tabs of services and rules, by address. */
export function IntegrationTabs() {
  return (
    <Tabs
      label={m.common_integrations()}
      items={[
        { to: href("/integrations"), label: m.common_services() },
        { to: href("/integrations/rules"), label: m.common_rules() },
      ]}
    />
  );
}
