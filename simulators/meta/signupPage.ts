/** The page that plays Meta's embedded signup dialog: plain HTML, no script, nothing loaded from elsewhere. */
export interface SignupPage {
  appId: string;
  configId: string;
  redirectUri: string;
  state: string;
  businessName: string;
  displayPhoneNumber: string;
  /** Accounts that already exist: id and how to call it. */
  existing: { wabaId: string; label: string }[];
  problem?: { field: "business_name" | "display_phone_number" | "waba_id"; message: string };
}

const STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#f0f2f5;color:#1c1e21;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1rem}
.card{background:#fff;border:1px solid #dadde1;border-radius:12px;padding:1.25rem;margin:0 0 1rem}
h1{font-size:1.375rem;line-height:1.25;margin:.25rem 0 .5rem}
h2{font-size:1.0625rem;margin:0 0 .75rem}
p{margin:0 0 .75rem}
.note{font-size:.875rem;color:#4b4f56}
label{display:block;font-weight:600;margin:.75rem 0 .25rem}
input,select{width:100%;min-height:44px;padding:.5rem .75rem;font:inherit;color:inherit;background:#fff;border:1px solid #6b7078;border-radius:8px}
input[aria-invalid=true],select[aria-invalid=true]{border:2px solid #b3261e}
button{width:100%;min-height:44px;margin-top:1rem;padding:.5rem 1rem;font:inherit;font-weight:600;border-radius:8px;border:1px solid #0a5cc2;background:#0a5cc2;color:#fff;cursor:pointer}
button.quiet{background:#fff;color:#0a5cc2;margin-top:0}
:focus-visible{outline:3px solid #0a5cc2;outline-offset:2px}
.problem{border:2px solid #b3261e;border-radius:12px;background:#fff;padding:1rem;margin:0 0 1rem}
.error{color:#b3261e;font-weight:600;margin:.25rem 0 0}
`;

export function renderSignupPage(page: SignupPage): string {
  const problem = page.problem;
  return document(
    "Connect your WhatsApp account",
    `<p class="note">Simulated Meta dialog. Nothing here reaches Facebook or WhatsApp.</p>
<h1>Connect your business to WhatsApp</h1>
${problem ? `<div class="problem" role="alert"><p><strong>Please check this form.</strong></p><a href="#${problem.field}">${escapeHtml(problem.message)}</a></div>` : ""}
<form method="post" action="" class="card" novalidate>
${hiddenFields(page)}
<h2>New WhatsApp account</h2>
${input("business_name", "Business name", page.businessName, "text", "organization", problem)}
${input("display_phone_number", "Business phone number", page.displayPhoneNumber, "tel", "tel", problem)}
<p class="note" id="display_phone_number-hint">This made-up number works in the simulator only.</p>
<button name="intent" value="create">Continue</button>
</form>
${page.existing.length > 0 ? existingForm(page) : ""}
<form method="post" action="">
${hiddenFields(page)}
<button class="quiet" name="intent" value="cancel">Cancel</button>
</form>`,
  );
}

export function renderSignupRefusal(message: string): string {
  return document(
    "This link does not work",
    `<div class="card"><h1>This link does not work</h1><p>${escapeHtml(message)}</p></div>`,
  );
}

function existingForm(page: SignupPage): string {
  const choices = page.existing
    .map(({ wabaId, label }) => `<option value="${escapeHtml(wabaId)}">${escapeHtml(label)}</option>`)
    .join("");
  return `<form method="post" action="" class="card">
${hiddenFields(page)}
<h2>Or use an existing account</h2>
<label for="waba_id">WhatsApp account</label>
<select id="waba_id" name="waba_id">${choices}</select>
<button name="intent" value="existing">Continue with this account</button>
</form>`;
}

function hiddenFields(page: SignupPage): string {
  const fields = {
    app_id: page.appId,
    config_id: page.configId,
    redirect_uri: page.redirectUri,
    state: page.state,
  };
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
}

function input(
  name: "business_name" | "display_phone_number",
  label: string,
  value: string,
  type: string,
  autocomplete: string,
  problem: SignupPage["problem"],
): string {
  const isWrong = problem?.field === name;
  const hints = [
    name === "display_phone_number" ? `${name}-hint` : "",
    isWrong ? `${name}-error` : "",
  ].filter((id) => id !== "");
  return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escapeHtml(value)}" required${
    hints.length > 0 ? ` aria-describedby="${hints.join(" ")}"` : ""
  }${isWrong ? ' aria-invalid="true"' : ""}>
${isWrong ? `<p class="error" id="${name}-error">${escapeHtml(problem.message)}</p>` : ""}`;
}

function document(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
