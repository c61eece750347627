import { createServer } from "node:http";

/** A fake Meta that accepts every send at once, as cheaply as `node:http` can; prints its port. */
let count = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    count += 1;
    const body = `{"messaging_product":"whatsapp","contacts":[{"input":"+254712345678","wa_id":"254712345678"}],"messages":[{"id":"wamid.HBgMMjU0${count}","message_status":"accepted"}]}`;
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as { port: number }).port));
