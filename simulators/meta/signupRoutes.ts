import { createAccount, digitsOf } from "./createAccount.ts";
import { issueCode } from "./credentials.ts";
import { type GraphCall, parameterOf } from "./graphCall.ts";
import { randomDigits } from "./ids.ts";
import { htmlReply, type Reply, redirectReply } from "./reply.ts";
import { renderSignupPage, renderSignupRefusal, type SignupPage } from "./signupPage.ts";
import type { Simulator } from "./simulator.ts";

const NAME_MAX = 100;

/** `GET /embedded-signup`: plays Meta's hosted dialog (facts/whatsapp-cloud-api.md §3.1). */
export function showSignup(call: GraphCall): Reply {
  const page = readPage(call);
  return typeof page === "string"
    ? htmlReply(400, renderSignupRefusal(page))
    : htmlReply(200, renderSignupPage(page));
}

/**
 * `POST /embedded-signup`: redirects to `redirect_uri` with a code that is valid for 30 s, or with
 * `error=access_denied`.
 */
export function answerSignup(call: GraphCall): Reply {
  const page = readPage(call);
  if (typeof page === "string") return htmlReply(400, renderSignupRefusal(page));
  const intent = parameterOf(call, "intent") ?? "create";
  if (intent === "cancel") {
    return goBack(page, {
      error: "access_denied",
      error_reason: "user_denied",
      error_description: "The user cancelled the dialog.",
    });
  }
  const { simulator } = call;
  if (intent === "existing") {
    const wabaId = parameterOf(call, "waba_id") ?? "";
    const number = simulator.state.numbersOf(wabaId)[0];
    if (!number) return refuse(page, "waba_id", "Choose an account from the list.");
    return goBack(page, {
      code: issueCode(simulator, wabaId),
      shared_waba_id: wabaId,
      phone_number_id: number.id,
    });
  }
  const digits = digitsOf(page.displayPhoneNumber);
  if (page.businessName === "") return refuse(page, "business_name", "Enter the name of your business.");
  if (page.businessName.length > NAME_MAX)
    return refuse(page, "business_name", `Use at most ${NAME_MAX} characters.`);
  if (!/^\d{9,15}$/.test(digits))
    return refuse(
      page,
      "display_phone_number",
      "Enter a phone number with its country code, such as +254 700 000 123.",
    );
  if ([...simulator.state.numbers.values()].some((number) => number.digits === digits)) {
    return refuse(
      page,
      "display_phone_number",
      "This number is already on WhatsApp. Choose its account from the list, or enter another number.",
    );
  }
  const { account, number } = createAccount(simulator, {
    verifiedName: page.businessName,
    displayPhoneNumber: page.displayPhoneNumber,
    isRegistered: false,
  });
  simulator.notifyPartnerAdded(account);
  return goBack(page, {
    code: issueCode(simulator, account.id),
    shared_waba_id: account.id,
    phone_number_id: number.id,
  });
}

function readPage(call: GraphCall): SignupPage | string {
  const { simulator } = call;
  const appId = parameterOf(call, "app_id") ?? "";
  const configId = parameterOf(call, "config_id") ?? "";
  const redirectUri = parameterOf(call, "redirect_uri") ?? "";
  if (appId !== simulator.state.app.appId) return "The app id is not that of this simulator.";
  if (simulator.options.configId !== undefined && configId !== simulator.options.configId)
    return "The configuration id is not known.";
  if (!/^https?:\/\//.test(redirectUri) || !URL.canParse(redirectUri))
    return "The address to return to is missing or not valid.";
  return {
    appId,
    configId,
    redirectUri,
    state: parameterOf(call, "state") ?? "",
    businessName: (parameterOf(call, "business_name") ?? "").trim(),
    displayPhoneNumber: (parameterOf(call, "display_phone_number") ?? madeUpNumber(simulator)).trim(),
    existing: [...simulator.state.accounts.values()].flatMap((account) => {
      const number = simulator.state.numbersOf(account.id)[0];
      return number ? [{ wabaId: account.id, label: `${account.name} (${number.displayPhoneNumber})` }] : [];
    }),
  };
}

/** A Kenyan number not yet used by an account of this simulator. */
function madeUpNumber(simulator: Simulator): string {
  const taken = new Set([...simulator.state.numbers.values()].map((number) => number.digits));
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const last = randomDigits(3);
    if (!taken.has(`254700000${last}`)) return `+254 700 000 ${last}`;
  }
  return `+254 700 ${randomDigits(3)} ${randomDigits(3)}`;
}

function refuse(
  page: SignupPage,
  field: NonNullable<SignupPage["problem"]>["field"],
  message: string,
): Reply {
  return htmlReply(400, renderSignupPage({ ...page, problem: { field, message } }));
}

function goBack(page: SignupPage, result: Record<string, string>): Reply {
  const url = new URL(page.redirectUri);
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
  url.searchParams.set("state", page.state);
  return redirectReply(url.href);
}
