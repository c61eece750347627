import type { CallOutput } from "#app/api/client.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { quoted } from "#app/platform/text/phrases.ts";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import { m } from "#messages";

type ImportColumn = CallOutput<"GET /contacts/imports/:importId">["import"]["columns"][number];

const parts: readonly { term: string; uses: readonly ImportColumn["use"][] }[] = lazy([
  { term: m.common_phone, uses: ["phone"] },
  { term: m.common_name, uses: ["name"] },
  { term: m.common_first_name, uses: ["firstName"] },
  { term: m.common_last_name, uses: ["lastName"] },
  { term: m.common_tags, uses: ["tags"] },
  { term: m.common_kra_pin, uses: ["kraPin"] },
  { term: m.common_consent, uses: ["consent"] },
  { term: m.common_opted_out, uses: ["optedOut"] },
  { term: m.contacts_import_columns_saved_as_fields, uses: ["field"] },
  { term: m.contacts_import_columns_not_used, uses: ["exported", "ignored", "note", "surplus"] },
]);

/** How an import understood each column of the file. */
export function ImportColumns({
  columns,
  consentForAll,
}: {
  columns: ImportColumn[];
  consentForAll: "granted" | "none";
}) {
  if (columns.length === 0) return null;
  const items = parts.flatMap(({ term, uses }) => {
    const names = columns.filter(({ use }) => uses.includes(use)).map(({ name }) => quoted(name));
    if (names.length > 0) return [{ term, value: names.join(", ") }];
    if (!uses.includes("consent")) return [];
    return [
      {
        term,
        value:
          consentForAll === "granted"
            ? m.contacts_no_column_everyone_agreed()
            : m.contacts_no_column_not_known(),
      },
    ];
  });
  return (
    <Card title={m.contacts_import_columns_of_file_title()}>
      <p className="hint mb-3">{m.contacts_import_wrong_mapping_text()}</p>
      <DescriptionList items={items} />
    </Card>
  );
}
