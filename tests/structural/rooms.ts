/** The rooms of the domain: each may use those before it. */
export const rooms = [
  "record",
  "money",
  "accounts",
  "organisations",
  "contacts",
  "whatsapp",
  "messaging",
  "partners",
  "crm",
  "sales",
  "automation",
  "sequences",
  "flows",
  "integrations",
  "bots",
  "console",
  "insights",
];

/** The room of a file of the domain; undefined elsewhere. */
export const roomOf = (file: string): string | undefined => /^app\/domain\/([^/]+)\//.exec(file)?.[1];

export const isLater = (room: string, than: string): boolean => rooms.indexOf(room) > rooms.indexOf(than);
