import type { CallOutput } from "#app/api/client.server.ts";
import { Card, DescriptionList } from "#app/ui/page.tsx";

type ImportColumn = CallOutput<"GET /contacts/imports/:importId">["import"]["columns"][number];

const parts: { term: string; uses: ImportColumn["use"][] }[] = [
  { term: "Phone", uses: ["phone"] },
  { term: "Name", uses: ["name"] },
  { term: "First name", uses: ["firstName"] },
  { term: "Last name", uses: ["lastName"] },
  { term: "Tags", uses: ["tags"] },
  { term: "Consent", uses: ["consent"] },
  { term: "Opted out", uses: ["optedOut"] },
  { term: "Kept as fields", uses: ["field"] },
  { term: "Not used", uses: ["exported", "ignored", "note", "surplus"] },
];

/** Which column of the file an import took as what. */
export function ImportColumns({
  columns,
  consentForAll,
}: {
  columns: ImportColumn[];
  consentForAll: "granted" | "none";
}) {
  if (columns.length === 0) return null;
  const items = parts.flatMap(({ term, uses }) => {
    const names = columns.filter(({ use }) => uses.includes(use)).map(({ name }) => `“${name}”`);
    if (names.length > 0) return [{ term, value: names.join(", ") }];
    if (term !== "Consent") return [];
    return [
      { term, value: `No column: ${consentForAll === "granted" ? "all of them agreed" : "not known"}` },
    ];
  });
  return (
    <Card title="Columns of the file">
      <p className="hint mb-3">
        Was a column read wrongly? Rename it in the first row and import the file again.
      </p>
      <DescriptionList items={items} />
    </Card>
  );
}
