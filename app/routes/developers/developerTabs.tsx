import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";

/** The parts of the developers' screen, told apart by address. */
export function DeveloperTabs() {
  return (
    <Tabs
      label="Developers"
      items={[
        { to: href("/developers"), label: "Overview" },
        { to: href("/developers/keys"), label: "API keys" },
        { to: href("/developers/requests"), label: "Request log" },
      ]}
    />
  );
}
