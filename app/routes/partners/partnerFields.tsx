import type { SubmissionResult } from "@conform-to/react";
import { categoryWords, partnerCategories } from "#app/domain/partners/words.ts";
import { Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { errorAt, typedOr } from "#app/web/problems.ts";

type Result = SubmissionResult<string[]> | undefined;
type Stored = Record<string, string>;

/** A field of the form: what was typed into it, else what is stored. */
const field = (result: Result, stored: Stored, name: string) => ({
  name,
  defaultValue: typedOr(result, name, stored[name] ?? ""),
  error: errorAt(result, name),
});

/** Who the partner is. */
export function ProfileFields({ result, stored }: { result: Result; stored: Stored }) {
  return (
    <>
      <Field label="Business name" required maxLength={100} {...field(result, stored, "name")} />
      <SelectField
        label="Category"
        {...field(result, stored, "category")}
        options={partnerCategories.map((value) => ({ value, label: categoryWords[value]! }))}
      />
      <Field label="Contact person" required maxLength={100} {...field(result, stored, "contactName")} />
    </>
  );
}

/** What it gets, of those shares that are offered. */
export function ShareField({
  result,
  stored,
  tiers,
}: {
  result: Result;
  stored: Stored;
  tiers: { name: string; percent: number }[];
}) {
  return (
    <SelectField
      label="Share"
      {...field(result, stored, "percent")}
      options={tiers.map(({ name, percent }) => ({ value: String(percent), label: `${percent}%, ${name}` }))}
    />
  );
}

/** Where the money goes. */
export function PayoutFields({ result, stored }: { result: Result; stored: Stored }) {
  return (
    <>
      <RadioGroupField
        label="Paid by"
        {...field(result, { payoutMethod: "mpesa", ...stored }, "payoutMethod")}
        options={[
          { value: "mpesa", label: "M-Pesa" },
          { value: "bank", label: "Bank transfer" },
        ]}
      />
      <Field
        label="M-Pesa number"
        inputMode="tel"
        hint="For M-Pesa, like 0712 345 678."
        {...field(result, stored, "payoutPhone")}
      />
      <Field label="Bank" hint="For bank transfers." maxLength={100} {...field(result, stored, "bankName")} />
      <Field label="Account number" maxLength={34} {...field(result, stored, "bankAccount")} />
      <Field
        label="Name of the holder"
        required
        maxLength={100}
        hint="It is compared with the name that M-Pesa has for the number."
        {...field(result, stored, "payoutName")}
      />
    </>
  );
}
