-- Pending work of all tenants, for /metrics and alarms: counts and ages, without tenants.
create function operations_backlog() returns table (
  uploads_pending bigint,
  oldest_upload_s numeric,
  deliveries_pending bigint,
  oldest_delivery_s numeric,
  events_unsealed bigint,
  oldest_unsealed_s numeric
)
  language sql stable security definer set search_path = public
  as $$
    select u.*, d.*, e.*
      from (select count(*), round(extract(epoch from clock_timestamp() - min(ready_at)), 3) from upload_pending) u,
           (select count(*), round(extract(epoch from clock_timestamp() - min(due_at)), 3) from delivery_pending) d,
           (select count(*), round(extract(epoch from clock_timestamp() - min(recorded_at)), 3) from event_unsealed) e
  $$;
alter function operations_backlog() owner to cartage_directory;
revoke all on function operations_backlog() from public;
grant execute on function operations_backlog() to cartage_worker;
