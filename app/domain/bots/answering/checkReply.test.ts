import { describe, expect, it } from "vitest";
import { inventedIn } from "./checkReply.ts";

const cited = [
  "Delivery in Nairobi costs KES 1,500 and takes 2-3 days.",
  "Order at https://duka.test/orders, or call 0712 345 678 from 8:30 to 17:00.",
  "The shop is 2.5 km from town. A sofa costs KES 45 000.00.",
];

describe("a reply of a model", () => {
  it.each([
    "Delivery costs KES 1,500.",
    "Delivery costs KES 1500.",
    "It takes 2 to 3 days.",
    "Order at https://duka.test/orders!",
    "We deliver in Nairobi.",
    "Call 0712345678 from 8.30 to 17.",
    "Piga 0712 345 678, saa 8:30.",
    "It is 2.5 km away, or 2,5 km.",
    "A sofa costs KES 45000.",
  ])("“%s” agrees with the cited texts", (reply) => {
    expect(inventedIn(reply, cited)).toEqual([]);
  });

  it.each([
    ["Delivery costs KES 500.", ["500"]],
    ["Delivery costs KES 15.", ["15"]],
    ["It takes 23 days.", ["23"]],
    ["It is 25 km away.", ["25"]],
    ["We open at 830.", ["830"]],
    ["Call 0712 345 679.", ["679"]],
    ["A sofa costs KES 45.", ["45"]],
    ["Order at https://evil.test/orders.", ["https://evil.test/orders"]],
    ["Write to sales@duka.co.ke", ["sales@duka.co.ke"]],
    ["Delivery is free.", ["free"]],
    ["Usafiri ni bure.", ["bure"]],
    ["You get 10% off.", ["10", "%"]],
  ])("“%s” invents %j", (reply, invented) => {
    expect(inventedIn(reply, cited)).toEqual(invented);
  });

  it("names a currency only if the source has one", () => {
    expect(inventedIn("It costs 20 dollars.", ["It costs 20."])).toEqual(["dollars"]);
    expect(inventedIn("It costs 20 bob.", ["It costs KES 20."])).toEqual([]);
  });
});
