-- Permits of a limit are lent to one process at a time, in blocks (decision 0091).

-- A process that has blocks renews its row with a heartbeat. Blocks of a process whose row has expired are free again.
create table rate_holder (
  holder_id uuid primary key,
  -- Milliseconds since 1970 on the clock of the database.
  alive_until_ms bigint not null,
  -- Tenant and category of blocks that other processes need back.
  wanted text[] not null default '{}'
);
comment on table rate_holder is 'Processes that may have blocks of permits.';
grant select, insert, update, delete on rate_holder to cartage_app, cartage_worker;

alter table rate_head
  -- The process that has the block, and its number of permits. Used permits are written when it returns the block.
  add column holder_id uuid,
  add column lent integer not null default 0,
  -- The last process that requested permits, and until when requests are counted here one by one, because several
  -- processes have requests.
  add column asked_by uuid,
  add column apart_until_ms bigint not null default 0;

-- Records the requests that were admitted from blocks, of any tenants, and returns the blocks. A block that was taken
-- over or returned before has no effect: its permits were counted then. Like accept_uploads, it sets each tenant
-- itself, so that its row security applies.
create function close_rate_blocks(
  who uuid, tenants uuid[], categories text[], bases bigint[], admitted json[], kept json[], lengths integer[]
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  place integer;
  newest bigint;
begin
  -- As for single requests: a crash of the database may lose the last moment of counting.
  perform set_config('synchronous_commit', 'off', true);
  for place in 1..cardinality(tenants) loop
    perform set_config('app.tenant', tenants[place]::text, true);
    newest := bases[place] + json_array_length(admitted[place]);
    update rate_head h set last_number = newest, tickets = kept[place]::jsonb, holder_id = null, lent = 0
     where h.tenant_id = tenants[place] and h.category = categories[place] and h.holder_id = who and h.last_number = bases[place];
    if found then
      insert into rate_admission (tenant_id, category, number, at_ms)
        select tenants[place], categories[place], bases[place] + a.rank, a.at::bigint
          from json_array_elements_text(admitted[place]) with ordinality as a (at, rank);
      delete from rate_admission a
       where a.tenant_id = tenants[place] and a.category = categories[place] and a.number <= newest - lengths[place];
    end if;
  end loop;
end
$$;
revoke all on function close_rate_blocks(uuid, uuid[], text[], bigint[], json[], json[], integer[]) from public;
grant execute on function close_rate_blocks(uuid, uuid[], text[], bigint[], json[], json[], integer[]) to cartage_app, cartage_worker;
