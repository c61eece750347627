import { headerFormats } from "#app/domain/whatsapp/templates/words.ts";
import { Field, SelectField } from "#app/ui/field.tsx";
import { MediaField } from "./mediaField.tsx";
import type { FormView } from "./submission.server.ts";
import type { ErrorOf } from "./templateForm.tsx";

/** What stands above the message: words, a file whose sample reviewers look at, a place, or nothing. */
export function HeaderFields({ values, errorOf }: { values: FormView["values"]; errorOf: ErrorOf }) {
  return (
    <div className="group/head">
      <SelectField
        label="Header"
        name="headerFormat"
        defaultValue={values.headerFormat}
        error={errorOf("headerFormat")}
        options={Object.entries(headerFormats).map(([value, label]) => ({ value, label }))}
      />
      <div className="hidden group-has-[option[value=TEXT]:checked]/head:block">
        <Field
          label="Header text (optional)"
          name="header"
          defaultValue={values.header}
          error={errorOf("header")}
          hint="Up to 60 characters and one variable."
        />
      </div>
      <div className="hidden group-has-[option[value=IMAGE]:checked]/head:block group-has-[option[value=VIDEO]:checked]/head:block group-has-[option[value=DOCUMENT]:checked]/head:block">
        <MediaField
          name="headerMedia"
          label="Sample for Meta's reviewers"
          mediaId={values.headerMedia}
          kind={values.headerFormat.toLowerCase()}
          error={errorOf("headerMedia")}
          hint="A picture up to 5 MB, a video up to 16 MB, a PDF up to 100 MB. Each message can bring another one."
        />
      </div>
      <p className="hint hidden group-has-[option[value=LOCATION]:checked]/head:block">
        Each message brings its own place: you give it when you send.
      </p>
    </div>
  );
}
