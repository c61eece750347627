/** One call of a screen, by its key in the contract. */
export interface Screen {
  screen: string;
  key: string;
  input?: Record<string, unknown>;
}

/** The calls of each tab of the console, with its expensive filters. */
export const consoleScreens = (someId: string, someWamid: string): Screen[] => [
  { screen: "overview", key: "GET /admin/overview" },
  { screen: "alerts", key: "GET /admin/alerts" },
  { screen: "users", key: "GET /admin/organisations" },
  { screen: "users, by usage", key: "GET /admin/organisations", input: { sort: "-usage" } },
  { screen: "users, by revenue", key: "GET /admin/organisations", input: { sort: "-revenue" } },
  { screen: "users, pending", key: "GET /admin/organisations", input: { status: "pending" } },
  { screen: "users, search", key: "GET /admin/organisations", input: { search: "duka 77" } },
  { screen: "user", key: "GET /admin/organisations/:orgId", input: { orgId: "org_7" } },
  { screen: "billing", key: "GET /admin/billing" },
  { screen: "billing, reconciliation", key: "GET /admin/billing/reconciliation" },
  { screen: "billing, entries", key: "GET /admin/billing/entries" },
  { screen: "invoices", key: "GET /admin/invoices" },
  { screen: "invoices, search", key: "GET /admin/invoices", input: { search: "duka 77" } },
  { screen: "invoices, one found", key: "GET /admin/invoices", input: { search: "INV-00000777" } },
  { screen: "invoices, overdue", key: "GET /admin/invoices", input: { status: "overdue" } },
  { screen: "invoices, by name", key: "GET /admin/invoices", input: { sort: "business" } },
  { screen: "invoice", key: "GET /admin/invoices/:invoiceId", input: { invoiceId: "inv_7_3" } },
  { screen: "disputes", key: "GET /admin/disputes" },
  { screen: "work", key: "GET /admin/work" },
  { screen: "rates", key: "GET /admin/rates" },
  { screen: "whatsapp", key: "GET /admin/whatsapp" },
  { screen: "whatsapp, search", key: "GET /admin/whatsapp", input: { search: "254 700" } },
  {
    screen: "whatsapp account",
    key: "GET /admin/whatsapp/:orgId/:accountId",
    input: { orgId: "org_7", accountId: "wac_7" },
  },
  { screen: "system, 24h", key: "GET /admin/system", input: { range: "24h" } },
  { screen: "system, 30d", key: "GET /admin/system", input: { range: "30d" } },
  { screen: "templates", key: "GET /admin/templates" },
  { screen: "templates, search", key: "GET /admin/templates", input: { search: "duka 77" } },
  { screen: "data", key: "GET /admin/data" },
  { screen: "staff", key: "GET /admin/staff" },
  { screen: "search", key: "GET /admin/search", input: { q: "duka 77" } },
  { screen: "search, an invoice", key: "GET /admin/search", input: { q: "INV-00000777" } },
  { screen: "search, our id", key: "GET /admin/search", input: { q: someId } },
  { screen: "search, Meta's id", key: "GET /admin/search", input: { q: someWamid } },
  {
    screen: "organisation's health",
    key: "GET /admin/organisations/:orgId/health",
    input: { orgId: "org_7" },
  },
  { screen: "settlements", key: "GET /admin/settlements" },
  { screen: "payouts", key: "GET /admin/payouts" },
];
/** What a member's screens name, of the large shop. */
const objects: Record<string, string> = {
  conversationId: "cnv_1_1",
  contactId: "con_1_1",
  campaignId: "cmp_1_0",
  templateId: "tpl_1_3",
  whatsappAccountId: "wac_1",
  phoneNumberId: "2000001",
  memberId: "usr_1",
};
/** Streams and files are no screens; these need another service, an input, or what no shop here has. */
const leftOut =
  /\/events$|\.csv$|\/export$|\/statement$|file|^GET \/(sandbox|partner|site\/daily|auth|meta|embedded|link|pictures|invitation|contacts\/bulk)|snooze$|\/merge$|docs\/call$|referrals\/partner$/;

const searches: Screen[] = [
  { screen: "chat search, rare", key: "GET /conversations", input: { q: "mzigo 0777123" } },
  { screen: "chat search, frequent", key: "GET /conversations", input: { q: "asante" } },
  { screen: "chat search, frequent once", key: "GET /conversations", input: { q: "ramadhani" } },
  { screen: "chat search, none", key: "GET /conversations", input: { q: "hakuna kitu kama hiki" } },
  { screen: "search everywhere", key: "GET /search", input: { q: "asante" } },
  { screen: "contacts, by name", key: "GET /contacts", input: { search: "Wanjiku 411" } },
  { screen: "recipients, failed", key: "GET /campaigns/:campaignId/recipients", input: { state: "failed" } },
  {
    screen: "earlier messages",
    key: "GET /conversations/:conversationId",
    // Before nearly all of the long talk, so the newest months do not fill the page.
    input: { before: `${Date.now() - 295 * 60_000}.msg_z` },
  },
];

/** The calls of a member's screens, with every object that the large shop has. */
export function memberScreens(keys: readonly string[]): Screen[] {
  const plain = keys
    .filter((key) => key.startsWith("GET ") && !key.includes("/admin") && !leftOut.test(key))
    .map((key): Screen => ({ screen: key, key }));
  return [...plain, ...searches].flatMap((screen) => {
    const names = [...screen.key.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    if (names.some((name) => !(name in objects))) return [];
    const named = Object.fromEntries(names.map((name) => [name, objects[name]]));
    return [{ ...screen, input: { ...named, ...screen.input } }];
  });
}
