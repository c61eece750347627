import type { ReactNode } from "react";
import type { CallOutput } from "#app/api/client.server.ts";
import { mostPieces } from "#app/domain/whatsapp/handset/fieldRules.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { m } from "#messages";

type Message = CallOutput<"GET /sandbox/handset">["conversations"][number]["messages"][number];

/** The products of a catalogue message; the customer orders by their pieces. */
export function Cart({
  products,
  target,
}: {
  products: NonNullable<Message["products"]>;
  target: ReactNode;
}) {
  return (
    <Form method="post" className="grid gap-2 rounded-xl border border-line bg-surface px-3 py-2 text-sm">
      {target}
      <ul className="grid divide-y divide-line">
        {products.map(({ code, name, price }, index) => (
          <li key={code} className="flex items-center justify-between gap-3 py-1.5">
            <input type="hidden" name={`cart[${index}].code`} value={code} />
            <span className="min-w-0 wrap-anywhere">
              {name}
              <span className="block text-muted">{price}</span>
            </span>
            <input
              className="input w-16"
              type="number"
              name={`cart[${index}].quantity`}
              aria-label={m.handset_cart_pieces({ product: name })}
              min={0}
              max={mostPieces}
              defaultValue={0}
            />
          </li>
        ))}
      </ul>
      <Button variant="secondary">{m.handset_cart_send()}</Button>
    </Form>
  );
}
