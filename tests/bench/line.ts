import net from "node:net";

/** A phone's line. Lighthouse's presets, core/config/constants.js: `mobileSlow4G` and `mobileRegular3G`. */
export interface LineProfile {
  rttMs: number;
  downKbps: number;
  upKbps: number;
}

export const lines: Record<"slow-4g" | "3g", LineProfile> = {
  "slow-4g": { rttMs: 150, downKbps: 1.6 * 1024, upKbps: 750 },
  "3g": { rttMs: 300, downKbps: 700, upKbps: 700 },
};

/** Of a TCP segment on a phone, and the initial window of a connection (RFC 6928). */
const segmentBytes = 1460;
const firstWindowBytes = 10 * segmentBytes;

/**
 * Before the first request, as Lighthouse calculates (lantern, simulation/DNSCache and TCPConnection): round
 * trips to resolve a host, once per host, then to connect and to negotiate TLS, for each connection.
 */
const roundTrips = { name: 2, connect: 1, tls: 1 };

/** Runs callbacks later, in the order in which they were given. */
class Delay {
  #waiting: { at: number; act: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;

  at(at: number, act: () => void): void {
    this.#waiting.push({ at, act });
    this.#arm();
  }

  #arm(): void {
    const next = this.#waiting[0];
    if (!next || this.#timer) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        const now = performance.now();
        while (this.#waiting[0] && this.#waiting[0].at <= now + 0.5) this.#waiting.shift()!.act();
        this.#arm();
      },
      Math.max(0, next.at - performance.now()),
    );
  }
}

/** One direction of the radio link, shared by all connections: returns when bytes sent now have passed. */
function createLink(kbps: number) {
  let freeAt = 0;
  return (bytes: number, notBefore: number): number => {
    freeAt = Math.max(performance.now(), freeAt, notBefore) + (bytes * 8) / kbps;
    return freeAt;
  };
}

/**
 * A slow line to any number of servers: proxies on the loopback address that model the round trip, the bandwidth that all
 * connections share, the round trips before the first request, and TCP slow start (ten segments first, doubled by every
 * round trip of acknowledgements). DevTools' own throttling knows no connections and no slow start, which decide a first
 * visit. The bytes of TLS itself are not counted, and nothing is lost.
 */
export function startLine(profile: LineProfile): {
  /** Proxies to one server; the browser's address is at `port` or any free one. */
  to(target: string, port?: number): Promise<string>;
  close(): void;
} {
  const halfTripMs = profile.rttMs / 2;
  const up = createLink(profile.upKbps);
  const down = createLink(profile.downKbps);
  const open = new Set<net.Socket>();

  const servers: net.Server[] = [];

  function carry(client: net.Socket, target: URL, foundAt: number): void {
    const upstream = net.connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => open.delete(socket));
    }
    const connectedAt =
      Math.max(performance.now(), foundAt) + (roundTrips.connect + roundTrips.tls) * profile.rttMs;
    const [requests, answers, acknowledgements] = [new Delay(), new Delay(), new Delay()];
    client.on("data", (chunk) =>
      requests.at(up(chunk.length, connectedAt) + halfTripMs, () => upstream.write(chunk)),
    );
    client.on("close", () => upstream.destroy());

    let unsent: Buffer = Buffer.alloc(0);
    let windowBytes = firstWindowBytes;
    let inFlight = 0;
    let ended = false;
    const send = () => {
      while (unsent.length > 0 && inFlight < windowBytes) {
        const segment = unsent.subarray(0, segmentBytes);
        unsent = unsent.subarray(segment.length);
        inFlight += segment.length;
        const arrivesAt = down(segment.length, 0) + halfTripMs;
        answers.at(arrivesAt, () => client.write(segment));
        acknowledgements.at(arrivesAt + halfTripMs, () => {
          inFlight -= segment.length;
          windowBytes += segment.length;
          send();
        });
      }
      if (ended && unsent.length === 0) answers.at(performance.now(), () => client.end());
    };
    upstream.on("data", (chunk) => {
      unsent = Buffer.concat([unsent, chunk]);
      send();
    });
    upstream.on("end", () => {
      ended = true;
      send();
    });
  }

  return {
    async to(target, port = 0) {
      let foundAt: number | undefined;
      const server = net.createServer({ noDelay: true }, (client) => {
        foundAt ??= performance.now() + roundTrips.name * profile.rttMs;
        carry(client, new URL(target), foundAt);
      });
      servers.push(server);
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, "127.0.0.1", resolve);
      });
      return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
    },
    close() {
      for (const socket of open) socket.destroy();
      for (const server of servers) server.close();
    },
  };
}
