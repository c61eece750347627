import { fullPriceOf, type MessagePrice } from "#app/domain/money/messagePrice/words.ts";
import { categoryWords, type TemplateCategory } from "#app/domain/whatsapp/templates/words.ts";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { m } from "#messages";

const categories = Object.keys(categoryWords) as TemplateCategory[];

const amount = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? m.billing_price_not_known() : <Money cents={cents} />;

/** What one message of each type costs, with its parts. */
export function PriceTable({ price }: { price: MessagePrice }) {
  return (
    <Card title={m.billing_price_per_message()}>
      <Table caption={m.billing_price_per_message()}>
        <thead>
          <tr>
            <th scope="col">{m.common_type()}</th>
            <th scope="col" className="number">
              {m.billing_price_part_meta()}
            </th>
            <th scope="col" className="number">
              {m.billing_price_part_platform()}
            </th>
            <th scope="col" className="number">
              {m.billing_vat()}
            </th>
            <th scope="col" className="number">
              {m.common_total()}
            </th>
          </tr>
        </thead>
        <tbody>
          {categories.map((category) => (
            <tr key={category}>
              <th scope="row">{categoryWords[category]}</th>
              <td className="number">{amount(price.metaCents[category])}</td>
              <td className="number">{amount(price.platformCents)}</td>
              <td className="number">{amount(price.vatCents)}</td>
              <td className="number">{amount(fullPriceOf(price, category))}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="hint mt-3">{m.billing_price_hint()}</p>
    </Card>
  );
}
