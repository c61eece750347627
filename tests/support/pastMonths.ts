import type { Queryable } from "#app/db/client.server.ts";

/** Months of messages as a platform has them that was installed so long ago; `messages` is empty before. */
export const addPastMonths = (owner: Queryable, months: number) =>
  owner.query({
    text: `do $$
    declare month timestamptz := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '${months} months';
    begin
      execute 'drop table partitions.messages_before';
      execute format('create table partitions.messages_before partition of messages for values from (minvalue) to (%L)
        with (fillfactor = 40)', message_id_at(month));
      while month < date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' loop
        execute format('create table partitions.messages_%s partition of messages for values from (%L) to (%L) with (fillfactor = 40)',
          to_char(month, 'YYYYMM'), message_id_at(month), message_id_at(month + interval '1 month'));
        month := month + interval '1 month';
      end loop;
    end $$`,
  });
