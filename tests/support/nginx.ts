import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "./processes.ts";
import { eventually } from "./server.ts";

const site = path.join(import.meta.dirname, "..", "..", "deploy", "nginx.conf");

/** `deploy/nginx.conf` unchanged except for ports, certificate and the folder of its log. */
export function adaptSite(
  text: string,
  ports: { application: number; plain: number; tls: number },
  folder: string,
): string {
  const adapted = text
    .replaceAll("server 127.0.0.1:4000;", `server 127.0.0.1:${ports.application};`)
    .replace(/listen 80\b/g, `listen 127.0.0.1:${ports.plain}`)
    // The test has no certificate: TLS of a deployment is plain HTTP here.
    .replace(/listen 443 ssl http2\b/g, `listen 127.0.0.1:${ports.tls}`)
    .replace("ssl_reject_handshake on;", "return 444;")
    // The test connects by address, except where it uses an unknown name.
    .replaceAll("server_name app.example.co.ke;", "server_name app.example.co.ke 127.0.0.1;")
    .replaceAll("/var/log/nginx/", `${folder}/`)
    .replace(/^\s*ssl_\w+ .*;\n/gm, "");
  if (/\bssl\b|:4000;|listen (80|443)\b/.test(adapted.replace(/#.*/g, "")))
    throw new Error("deploy/nginx.conf has lines that this test does not know how to adapt");
  return adapted;
}

/** Starts a real nginx with the deployment's site in front of the application. */
export async function startNginx(binary: string, applicationPort: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tarishi-nginx-"));
  const ports = { application: applicationPort, plain: await freePort(), tls: await freePort() };
  mkdirSync(path.join(folder, "temp"));
  writeFileSync(path.join(folder, "site.conf"), adaptSite(readFileSync(site, "utf8"), ports, folder));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/temp/${name};`)
    .join(" ");
  writeFileSync(
    path.join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
${process.getuid?.() === 0 ? "user root;" : ""}
events {}
http { access_log off; ${temporary} include ${folder}/site.conf; }
`,
  );
  const child = spawn(binary, ["-c", path.join(folder, "nginx.conf"), "-e", path.join(folder, "error.log")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${ports.tls}`;
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually("nginx to answer", async () => {
      if (child.exitCode !== null) throw new Error(readFileSync(path.join(folder, "error.log"), "utf8"));
      return (await fetch(`${url}/healthz`).catch(() => undefined))?.ok;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    plainUrl: `http://127.0.0.1:${ports.plain}`,
    /** The content of the site's logs, the access log first. */
    logs: () =>
      ["tarishi.log", "tarishi.error.log"]
        .map((name) => readFileSync(path.join(folder, name), "utf8"))
        .join("\n"),
    stop,
  };
}
