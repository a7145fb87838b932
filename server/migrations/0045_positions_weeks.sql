-- Reads the end of a week only from the names of partitions. The place of a condition does not decide when it is
-- evaluated: a plan may read the names of other relations first, and a name without a day would raise an error.
create or replace function drop_position_weeks(before_day date) returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '5s' set timezone = 'UTC'
  as $$
declare
  part text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7240110043);
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('position_sample'::regclass, 'telemetry_sample'::regclass)
       and case when c.relname ~ '_[0-9]{8}$'
             then to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= least(before_day, current_date - 7)
           end
     order by c.relname
  loop
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
