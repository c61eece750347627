import { fullPriceOf, type MessagePrice } from "#app/domain/money/messagePrice/words.ts";
import { categoryWords, type TemplateCategory } from "#app/domain/whatsapp/templates/words.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";

const categories = Object.keys(categoryWords) as TemplateCategory[];

const amount = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? m.common_value_unknown() : <Money cents={cents} />;

/** The price of one message of each type, with its parts. */
export function PriceTable({ price }: { price: MessagePrice }) {
  return (
    <Card title={m.common_price_per_message()}>
      <DataTable
        caption={m.common_price_per_message()}
        rows={categories}
        keyOf={(category) => category}
        columns={[
          { header: m.common_type(), cell: (category) => categoryWords[category] },
          {
            header: m.billing_price_part_meta(),
            cell: (category) => amount(price.metaCents[category]),
            number: true,
          },
          { header: m.billing_price_part_platform(), cell: () => amount(price.platformCents), number: true },
          { header: m.common_vat(), cell: () => amount(price.vatCents), number: true },
          {
            header: m.common_total(),
            cell: (category) => amount(fullPriceOf(price, category)),
            number: true,
          },
        ]}
      />
      <p className="hint mt-3">{m.billing_price_hint_text()}</p>
    </Card>
  );
}
