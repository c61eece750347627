import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

/** The tabs of one bot. */
export function BotTabs({ botId }: { botId: string }) {
  const here = href("/bots/:botId", { botId });
  return (
    <Tabs
      label={m.common_bot()}
      items={[
        { to: here, label: m.common_overview() },
        { to: `${here}/entries`, label: m.bots_entries() },
        { to: `${here}/sources`, label: m.bots_sources() },
        { to: `${here}/test`, label: m.bots_tabs_test_label() },
        { to: `${here}/evaluation`, label: m.bots_evaluation() },
        { to: `${here}/log`, label: m.bots_log_messages_caption() },
      ]}
    />
  );
}
