/** The demo's logins, which exist in demo mode only. */
export const demoLogins = {
  individual: "demo@tarishi.test",
  admin: "admin@tarishi.test",
  partner: "partner@tarishi.test",
  password: "karibu-tarishi",
} as const;
