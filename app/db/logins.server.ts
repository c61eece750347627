import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";

/** The addresses of the platform's two roles; neither can become the other, or the owner. */
export interface Logins {
  tenantUrl: string;
  systemUrl: string;
}

const roles = { tenantUrl: "tarishi_tenant", systemUrl: "tarishi_system" } as const;

/** Why the platform can't log in, for the operator. */
export class LoginError extends Error {}

const authority = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?/;

function ownerOf(url: string): { name: string; password: string | undefined } {
  const [name = "", password] = (authority.exec(url)?.[2] ?? "").split(":", 2);
  return { name: decodeURIComponent(name), password: password && decodeURIComponent(password) };
}

/** Derived from the owner's password, so that all processes of a deployment know it without setup. */
function passwordOf(url: string, role: string): string | undefined {
  const { password } = ownerOf(url);
  return password && createHmac("sha256", password).update(`login of ${role}`).digest("base64url");
}

function urlOf(url: string, role: string): string {
  const password = passwordOf(url, role);
  return url.replace(authority, (_, scheme: string) => `${scheme}${role}${password ? `:${password}` : ""}@`);
}

/** The addresses of both roles in the database of an owner's address. */
export const loginsOf = (ownerUrl: string): Logins => ({
  tenantUrl: urlOf(ownerUrl, roles.tenantUrl),
  systemUrl: urlOf(ownerUrl, roles.systemUrl),
});

/**
 * PostgreSQL's stored form of a password (RFC 5803), so that no statement or log contains the password
 * itself.
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const iterations = 4096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${keyOf("Server Key").toString("base64")}`;
}

/** Why a login fails; undefined when it works. */
async function loginProblem(url: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const refused = new Set(["28000", "28P01"]);
const explicit = "Set DATABASE_TENANT_URL and DATABASE_SYSTEM_URL to logins that an administrator made.";

/** Lets a role log in, unless another owner's installation on the same server already does. */
async function allowLogin(owner: pg.Client, url: string, role: string): Promise<void> {
  const { name } = ownerOf(url);
  const mark = `logs in for ${name}`;
  const { rows } = await owner.query<{ isUsed: boolean }>(
    `select rolcanlogin and shobj_description(oid, 'pg_authid') is distinct from $2 as "isUsed" from pg_roles where rolname = $1`,
    [role, mark],
  );
  if (rows[0]?.isUsed)
    throw new LoginError(`The database role ${role} is in use by another installation. ${explicit}`);
  const password = passwordOf(url, role);
  const withPassword = password ? ` password ${pg.escapeLiteral(scramVerifier(password))}` : "";
  await owner.query(`alter role ${role} login${withPassword}`);
  await owner.query(`comment on role ${role} is ${pg.escapeLiteral(mark)}`);
}

/**
 * Ensures that both roles can log in to the database and create no temporary tables there. With `given`, an
 * administrator has done the former. @throws LoginError that says what to do.
 */
export async function openLogins(owner: pg.Client, url: string, given?: Logins): Promise<void> {
  const { rows } = await owner.query<{ database: string }>(
    "select quote_ident(current_database()) as database",
  );
  const { database } = rows[0]!;
  await owner.query(`revoke temporary on database ${database} from public`);
  await owner.query(`grant connect on database ${database} to tarishi_tenant, tarishi_system`);
  const logins = given ?? loginsOf(url);
  for (const [key, role] of Object.entries(roles)) {
    const login = logins[key as keyof Logins];
    let problem = await loginProblem(login);
    const isRefused = problem && refused.has((problem as { code?: string }).code ?? "");
    // Another process may do the same: what counts is whether the login works in the end.
    if (isRefused && !given)
      problem = await allowLogin(owner, url, role).then(
        () => loginProblem(login),
        async (error: Error) => (error instanceof LoginError ? error : (await loginProblem(login)) && error),
      );
    if (problem instanceof LoginError) throw problem;
    if (problem)
      throw new LoginError(`The database role ${role} can't log in (${problem.message}). ${explicit}`);
  }
}
