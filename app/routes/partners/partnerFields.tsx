import { categoryWords, type PartnerCategory, partnerCategories } from "#app/domain/partners/words.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";

type Stored = Record<string, string>;

/** A form field's value: typed, else stored. */
const field = (result: FormResult, stored: Stored, name: string) =>
  fieldProps(result, name, stored[name] ?? "");

/** The partner's details. */
export function ProfileFields({ result, stored }: { result: FormResult; stored: Stored }) {
  return (
    <>
      <Field label={m.common_business_name()} required maxLength={100} {...field(result, stored, "name")} />
      <SelectField
        label={m.common_category()}
        {...field(result, stored, "category")}
        options={partnerCategories.map((value) => ({ value, label: categoryWords[value] }))}
      />
      <Field
        label={m.common_contact_person()}
        required
        maxLength={100}
        {...field(result, stored, "contactName")}
      />
    </>
  );
}

/** A kind of partner, and its default share. */
interface Tier {
  category: PartnerCategory;
  percent: number;
}

/** The default share of a kind of partner; empty if there is none. */
export const standardShare = (tiers: readonly Tier[], kind: PartnerCategory): string =>
  String(tiers.find(({ category }) => category === kind)?.percent ?? "");

/** The partner's share, among those offered. */
export function ShareField({ result, stored, tiers }: { result: FormResult; stored: Stored; tiers: Tier[] }) {
  const categories = Map.groupBy(tiers, ({ percent }) => percent);
  return (
    <SelectField
      label={m.partners_share()}
      {...field(result, stored, "percent")}
      options={[...categories].map(([percent, offered]) => ({
        value: String(percent),
        label: [percentText(percent), ...offered.map(({ category }) => categoryWords[category])].join(", "),
      }))}
    />
  );
}

/** The payout destination. */
export function PayoutFields({ result, stored }: { result: FormResult; stored: Stored }) {
  return (
    <>
      <RadioGroupField
        label={m.partners_paid_by()}
        {...field(result, { payoutMethod: "mpesa", ...stored }, "payoutMethod")}
        options={[
          { value: "mpesa", label: "M-Pesa" },
          { value: "bank", label: m.common_bank_transfer() },
        ]}
      />
      <Field
        label={m.common_mpesa_number()}
        inputMode="tel"
        hint={m.partners_fields_phone_hint()}
        {...field(result, stored, "payoutPhone")}
      />
      <Field
        label={m.common_bank()}
        hint={m.partners_fields_for_bank_transfers_hint()}
        maxLength={100}
        {...field(result, stored, "bankName")}
      />
      <Field label={m.common_account_number()} maxLength={34} {...field(result, stored, "bankAccount")} />
      <Field
        label={m.partners_fields_account_holder()}
        required
        maxLength={100}
        hint={m.partners_fields_name_hint()}
        {...field(result, stored, "payoutName")}
      />
    </>
  );
}
