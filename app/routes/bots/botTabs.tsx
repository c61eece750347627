import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";

/** The parts of one bot. */
export function BotTabs({ botId }: { botId: string }) {
  const here = href("/bots/:botId", { botId });
  return (
    <Tabs
      label="Bot"
      items={[
        { to: here, label: "Overview" },
        { to: `${here}/entries`, label: "Entries" },
        { to: `${here}/sources`, label: "Sources" },
        { to: `${here}/test`, label: "Test" },
        { to: `${here}/evaluation`, label: "Evaluation" },
        { to: `${here}/log`, label: "Log" },
      ]}
    />
  );
}
