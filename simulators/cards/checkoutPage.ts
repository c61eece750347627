import type { Transaction } from "./transactions.ts";

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The hosted page: plain HTML, so that it works without script. No card data is requested. */
export function checkoutPage(transaction: Transaction): string {
  const amount = (transaction.amount / 100).toLocaleString("en-KE", { minimumFractionDigits: 2 });
  const choice = (outcome: string, label: string, className: string) =>
    `<button name="outcome" value="${outcome}" class="${className}">${label}</button>`;
  const body =
    transaction.status === "success"
      ? "<p>This payment is done. You can close this page.</p>"
      : `<form method="post">${choice("success", `Pay KES ${amount}`, "main")}
${choice("failed", "Let the bank decline it", "")}
${choice("abandoned", "Cancel", "")}</form>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pay by card (sandbox)</title>
<meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#eef1f4;color:#14212b}main{max-width:24rem;margin:3rem auto;background:#fff;padding:1.5rem;border-radius:.75rem}
h1{font-size:1.25rem;margin:0 0 .5rem}form{display:grid;gap:.75rem;margin-top:1.5rem}button{font:inherit;min-height:44px;border:1px solid #56707f;border-radius:.5rem;background:#fff;color:inherit}
.main{background:#0a5c8f;border-color:#0a5c8f;color:#fff;font-weight:600}.note{color:#4d606c;font-size:.875rem}</style></head>
<body><main><h1>Pay by card</h1><p class="note">A sandbox: no card is needed and no money moves.</p>
<p><strong>KES ${amount}</strong><br>${escaped(transaction.email)}<br><span class="note">Reference ${escaped(transaction.reference)}</span></p>
${body}</main></body></html>`;
}
