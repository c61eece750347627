import { expect, it } from "vitest";
import { DoorWatch } from "./doorWatch.server.ts";

it("many dispatchers share one look at the webhooks, and a failed look is not kept", async () => {
  const asked: string[] = [];
  let isDown = true;
  const client = {
    async query({ name = "" }: { name?: string }) {
      asked.push(name);
      if (isDown) throw new Error("connection lost");
      return { rows: name === "webhooks-waiting" ? [{ waiting: true }] : [], rowCount: 0 } as never;
    },
  };
  const watch = new DoorWatch(client);
  await expect(watch.look()).rejects.toThrow("connection lost");
  isDown = false;
  asked.length = 0;
  const looks = await Promise.all(Array.from({ length: 40 }, () => watch.look()));
  expect(new Set(looks)).toEqual(new Set([{ doorOpenSince: null, webhooksWait: true }]));
  expect(asked).toEqual(["webhooks-waiting", "door-open-since"]);
});
