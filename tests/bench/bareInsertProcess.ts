import { randomUUID } from "node:crypto";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

/** The barest API that stores its input: a Hono handler with one INSERT. Prints its port. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = new Hono();
app.post("/messages", async (c) => {
  const body = await c.req.json();
  const id = randomUUID();
  await pool.query({
    name: "keep",
    text: "insert into bench_messages (id, recipient, template, parameters) values ($1, $2, $3, $4)",
    values: [id, body.to, body.template, JSON.stringify(body.parameters)],
  });
  return c.json({ id, status: "queued" }, 202);
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log(port));
