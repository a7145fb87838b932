-- Failed attempts to sign in or to enter a code or the current password, counted across all processes (TOKEN-3,
-- TOKEN-5).

create table failed_attempt (
  -- HMAC of the account or address, so that this table alone identifies no one.
  key bytea primary key,
  -- Milliseconds since 1970, oldest first. Only as many as the limits need.
  times bigint[] not null,
  -- Time from which the row has no effect and can be deleted, in milliseconds since 1970.
  ends_at bigint not null
);
comment on table failed_attempt is
  'Failed attempts per account and per address. Rows are deleted when they expire, never because of their number.';
create index failed_attempt_by_end on failed_attempt (ends_at);
grant select, insert, update, delete on failed_attempt to cartage_app, cartage_worker;

-- Counts an attempt for its keys before it is made, so that simultaneous attempts count each other. If a key has failed
-- too often, returns the milliseconds to wait and counts nothing; otherwise returns 0. A key with a longest wait is the
-- key of an account: from the allowed number of failures on, each one doubles the wait, up to the longest. It is not
-- checked when the account was used from this address before.
create function begin_attempt(keys bytea[], allowed integer[], spans bigint[], longest bigint[], familiar bytea, at_ms bigint)
  returns bigint
  language plpgsql set search_path = public, pg_temp
  as $$
declare
  wait bigint := 0;
  is_familiar boolean := exists (select from failed_attempt f where f.key = familiar and f.ends_at > at_ms);
  one record;
  recent bigint[];
begin
  delete from failed_attempt where key in (
    select f.key from failed_attempt f where f.ends_at < at_ms order by f.ends_at limit 20 for update skip locked);
  -- In the order of keys, so that two attempts cannot deadlock.
  for one in select k.* from unnest(keys, allowed, spans, longest) as k (key, allowed, span, longest) order by k.key loop
    insert into failed_attempt (key, times, ends_at) values (one.key, '{}', at_ms + one.span) on conflict (key) do nothing;
    select coalesce(array_agg(t order by t), '{}') into recent
      from (select unnest(f.times) as t from (select times from failed_attempt where key = one.key for update) f) x
     where t > at_ms - one.span;
    if cardinality(recent) >= one.allowed then
      if one.longest is null then
        wait := greatest(wait, recent[cardinality(recent) - one.allowed + 1] + one.span - at_ms);
      elsif not is_familiar then
        wait := greatest(wait, recent[cardinality(recent)] - at_ms
          + least(one.longest, 1000 * (2 ^ least(cardinality(recent) - one.allowed, 20))::bigint));
      end if;
    end if;
  end loop;
  if wait > 0 then return wait; end if;
  update failed_attempt f
     set times = (f.times || at_ms)[greatest(1, cardinality(f.times) + 2 - (k.allowed + 20)):], ends_at = at_ms + k.span
    from unnest(keys, allowed, spans) as k (key, allowed, span) where f.key = k.key;
  return 0;
end
  $$;

-- Removes an attempt that was counted at this time and turned out to be correct.
create function forgive_attempt(keys bytea[], at_ms bigint) returns void
  language sql set search_path = public, pg_temp
  as $$
    update failed_attempt f set times = f.times[:p - 1] || f.times[p + 1:]
      from (select key, array_position(times, at_ms) as p from failed_attempt where key = any(keys) order by key for update) x
     where f.key = x.key and x.p is not null
  $$;
