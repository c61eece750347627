import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { applyUntil } from "./applyUntil.ts";
import { asAdmin, databaseUrlOf } from "./database.ts";

/** A database with the migrations up to number `last`, for what a later one does to data of before. */
export function setUpEarlierDatabase(last: number) {
  const name = `t${process.pid}_until_${last}`;
  const url = () => databaseUrlOf(inject("databaseServerUrl"), name);
  let owner: pg.Client;
  beforeAll(async () => {
    await asAdmin([`create database ${name}`]);
    owner = new pg.Client({ connectionString: url() });
    await owner.connect();
    await applyUntil(owner, last);
  });
  afterAll(async () => {
    await owner.end();
    await asAdmin([`drop database ${name} with (force)`]);
  });
  return {
    url,
    get owner() {
      return owner;
    },
  };
}
