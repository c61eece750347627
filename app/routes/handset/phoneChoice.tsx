import { Form as SearchForm } from "react-router";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { m } from "#messages";
import type { Route } from "./+types/show";

/** The customer, and the business that they write to. */
export function PhoneChoice({
  phones,
  phone,
  conversations,
  conversation,
  other,
}: Route.ComponentProps["loaderData"]) {
  const isListed = phones.some((known) => known.phone === phone);
  return (
    <SearchForm method="get" className="grid max-w-md gap-2">
      <div className="field">
        <label className="label" htmlFor="phone">
          {m.common_customer()}
        </label>
        {/* Rebuilt when this phone joins the list: the browser would otherwise select another one. */}
        <select
          className="input"
          id="phone"
          name="phone"
          defaultValue={phone ?? ""}
          key={`${phone} ${isListed}`}
        >
          {phone !== null && !isListed && <option value={phone}>{readablePhone(phone)}</option>}
          {phones.map((known) => (
            <option key={known.phone} value={known.phone}>
              {known.name && known.name !== known.phone
                ? `${known.name} (${readablePhone(known.phone)})`
                : readablePhone(known.phone)}
            </option>
          ))}
        </select>
      </div>
      <Field
        label={m.handset_show_other_label()}
        name="other"
        type="tel"
        placeholder="+254 712 345 678"
        autoComplete="off"
        defaultValue={other.typed}
        error={other.problem}
      />
      {conversations.length > 1 && (
        <div className="field">
          <label className="label" htmlFor="business">
            {m.common_business()}
          </label>
          <select className="input" id="business" name="business" defaultValue={conversation?.phoneNumberId}>
            {conversations.map((known) => (
              <option key={known.phoneNumberId} value={known.phoneNumberId}>
                {known.verifiedName} ({known.displayPhoneNumber})
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary">{m.handset_show_phone_button()}</Button>
      </div>
    </SearchForm>
  );
}
