import { templateError } from "./graphError.ts";
import type { Reply } from "./reply.ts";
import type { TemplateButton, TemplateComponent } from "./templateComponents.ts";

export function missingField(type: string, field: string): Reply {
  return templateError({
    subcode: 2388043,
    title: 'Message template "components" param is missing expected field(s)',
    message: `component of type ${type} is missing expected field(s) (${field})`,
  });
}

/** One-time codes: the text is Meta's, and one button copies the code into the app (§8.2). */
export function checkAuthentication(
  body: TemplateComponent,
  buttons: readonly TemplateButton[],
): Reply | undefined {
  if (body.text !== undefined) {
    return templateError({
      subcode: 2388072,
      title: "Message body format is incorrect",
      message: "Authentication templates have a fixed body text.",
    });
  }
  const [button, ...more] = buttons;
  if (more.length > 0 || button?.type.toUpperCase() !== "OTP") return missingField("BUTTONS", "OTP");
  return checkOtp(button);
}

/** One-tap and zero-tap name the app, and zero-tap that its terms were accepted (§8.2). */
function checkOtp(button: TemplateButton): Reply | undefined {
  const kind = button.otp_type?.toUpperCase();
  if (kind === "COPY_CODE") return undefined;
  if (kind !== "ONE_TAP" && kind !== "ZERO_TAP") return missingField("BUTTONS", "otp_type");
  const [app = button] = button.supported_apps ?? [];
  if (!app.package_name) return missingField("BUTTONS", "package_name");
  if (app.signature_hash?.length !== 11) return missingField("BUTTONS", "signature_hash");
  if (kind === "ZERO_TAP" && button.zero_tap_terms_accepted !== true)
    return missingField("BUTTONS", "zero_tap_terms_accepted");
  return undefined;
}
