import { sampleLimits, templateLimits } from "#app/domain/whatsapp/templates/fieldRules.ts";
import { headerFormats } from "#app/domain/whatsapp/templates/words.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { Field, SelectField } from "#app/ui/field.tsx";
import { m } from "#messages";
import { MediaField } from "./mediaField.tsx";
import type { FormView } from "./submission.server.ts";
import type { ErrorOf } from "./templateForm.tsx";

/** The header of the message: text, a file whose sample is reviewed, a location, or nothing. */
export function HeaderFields({ values, errorOf }: { values: FormView["values"]; errorOf: ErrorOf }) {
  return (
    <div className="group/head grid gap-3">
      <SelectField
        label={m.templates_header()}
        name="headerFormat"
        defaultValue={values.headerFormat}
        error={errorOf("headerFormat")}
        options={Object.entries(headerFormats).map(([value, label]) => ({ value, label }))}
      />
      <div className="hidden group-has-[option[value=TEXT]:checked]/head:block">
        <Field
          label={m.templates_header_label()}
          name="header"
          defaultValue={values.header}
          error={errorOf("header")}
          hint={m.templates_header_hint({ most: templateLimits.header })}
        />
      </div>
      <div className="hidden group-has-[option[value=IMAGE]:checked]/head:block group-has-[option[value=VIDEO]:checked]/head:block group-has-[option[value=DOCUMENT]:checked]/head:block">
        <MediaField
          name="headerMedia"
          label={m.templates_header_media_label()}
          mediaId={values.headerMedia}
          kind={values.headerFormat.toLowerCase()}
          error={errorOf("headerMedia")}
          hint={m.templates_header_media_hint({
            image: megabytes(sampleLimits.image),
            video: megabytes(sampleLimits.video),
            document: megabytes(sampleLimits.document),
          })}
        />
      </div>
      <p className="hint hidden group-has-[option[value=LOCATION]:checked]/head:block">
        {m.templates_header_location_text()}
      </p>
    </div>
  );
}
