import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

/** The tabs of the developers' screen, by address. */
export function DeveloperTabs() {
  return (
    <Tabs
      label={m.common_developers()}
      items={[
        { to: href("/developers"), label: m.common_overview() },
        { to: href("/developers/keys"), label: m.developers_api_keys() },
        { to: href("/developers/requests"), label: m.developers_request_log() },
      ]}
    />
  );
}
