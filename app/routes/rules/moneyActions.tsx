import { maxItemsText } from "#app/domain/sales/orders/fieldRules.ts";
import { requestLimits } from "#app/domain/sales/requests/words.ts";
import { askOptions, wayOptions } from "#app/routes/requests/wayOptions.ts";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { m } from "#messages";
import { controlOf, type Part } from "./ruleControl.ts";

/** Asks the contact for money; without an amount it does not. */
export function PaymentAction(part: Part) {
  const control = controlOf(part);
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Field
        {...control("paymentAmount")}
        label={m.requests_action_amount_label()}
        hint={m.requests_action_amount_hint()}
        autoComplete="off"
        maxLength={60}
      />
      <Field
        {...control("paymentReason")}
        label={m.requests_form_reason_label()}
        autoComplete="off"
        maxLength={requestLimits.reason}
      />
      <SelectField {...control("paymentWay")} label={m.requests_form_way_label()} options={wayOptions()} />
    </div>
  );
}

/** Creates an order of the contact; without items it does not. */
export function OrderAction(part: Part) {
  const control = controlOf(part);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextareaField
        {...control("orderItems")}
        label={m.orders_action_items_label()}
        hint={m.orders_action_items_hint({ example: "2 x Sugar", answers: "{quantity} x {product}" })}
        rows={2}
        maxLength={maxItemsText}
      />
      <SelectField {...control("orderAsk")} label={m.orders_ask_title()} options={askOptions()} />
    </div>
  );
}
