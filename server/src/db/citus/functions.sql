-- Functions for the nodes of Citus (decision 0079). They replace the functions of the migrations, which are written for
-- a single PostgreSQL. `cartage distribute` and every migration of a distributed installation install them. Each
-- replaces the function of the same name and keeps its owner and its rights.

-- Tenants that have work. Each node is queried once, without a recursive walk or a subquery over another table.
create or replace function tenants_with_unsealed_events() returns setof uuid
  language plpgsql stable security definer set search_path = public
  as $$ begin return query select distinct tenant_id from event_unsealed; end $$;

create or replace function tenants_with_deliveries() returns setof uuid
  language plpgsql stable security definer set search_path = public
  as $$ begin
    return query select distinct p.tenant_id
      from delivery_pending p
      join subscription s on s.tenant_id = p.tenant_id and s.subscription_id = p.subscription_id
     where not s.is_paused and (s.quiet_until is null or s.quiet_until <= now())
       and (s.opened_at is null and p.due_at <= now() or s.probe_at <= now())
       and (p.lease_until is null or p.lease_until <= now());
  end $$;

create or replace function tenants_with_uploads() returns setof uuid
  language plpgsql stable security definer set search_path = public
  as $$ begin return query select distinct tenant_id from upload_pending where ready_at <= now(); end $$;

create or replace function tenants_with_jobs() returns setof uuid
  language plpgsql stable security definer set search_path = public
  as $$ begin
    return query select distinct tenant_id from job
     where not is_dead and ready_at <= now() and (lease_until is null or lease_until <= now());
  end $$;

create or replace function tenants_with_garbage() returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return query select distinct tenant_id from document_content where collect_after <= now(); end $$;

create or replace function tenants_with_locations_to_place() returns setof uuid
  language plpgsql stable security definer set search_path = public
  as $$ begin return query select distinct tenant_id from location where coordinate_source is null; end $$;

create or replace function tenants_with_locations_to_geocode() returns setof uuid
  language plpgsql stable security definer set search_path = public
  as $$ begin
    return query select distinct tenant_id from location where geocode_at is not null and geocode_at <= now();
  end $$;

create or replace function tenants_with_ended_validities() returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin
    return query select distinct tenant_id from validity
     where generate_unavailability and generated_at is null and end_at <= now();
  end $$;

create or replace function tenants_with_positions_to_send() returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return query select distinct tenant_id from position_outbox where due_at <= now(); end $$;

create or replace function tenants_with_old_messages(days integer, positions_days integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  oldest timestamptz := now() - make_interval(days => days);
  oldest_position timestamptz := now() - make_interval(days => positions_days);
begin
  return query
    select distinct tenant_id from message
     where received_at < oldest or kind = 'tracking-update' and received_at < oldest_position;
  return query select distinct tenant_id from message_key where received_at < oldest;
end $$;

create or replace function tenants_with_old_usage(days integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  oldest timestamptz := now() - make_interval(days => days);
begin
  return query select distinct tenant_id from usage_minute where minute < oldest;
end $$;

create or replace function tenants_with_dispatches_to_look_at() returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return query select distinct tenant_id from dispatch where look_at <= now(); end $$;

create or replace function tenants_with_ratings_due() returns setof uuid
  language plpgsql stable security definer set search_path = public
  as $$ begin return query select distinct tenant_id from rating_due union select distinct tenant_id from rating_arrival; end $$;

create or replace function tenants_with_optimisations() returns setof uuid
  language plpgsql stable security definer set search_path = public
  as $$ begin
    return query select distinct tenant_id from planning_optimisation
     where status in ('QUEUED', 'RUNNING') and (lease_until is null or lease_until <= now());
  end $$;

create or replace function tenants_with_simulations() returns setof uuid
  language plpgsql stable security definer set search_path = public
  as $$ begin
    return query select distinct tenant_id from sample_simulation
     where driven_by = 'SERVER' and not is_paused and due_at <= now() and (lease_until is null or lease_until <= now());
  end $$;

create or replace function tenants_with_telematics_due() returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin
    return query select distinct tenant_id from telematics_connection
     where base_url is not null and not is_paused and due_at <= now();
  end $$;

create or replace function tenants_with_mail_rules() returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return query select distinct tenant_id from mail_rule; end $$;

-- Citus does not resolve parameters in SQL functions.
create or replace function tenants_of_email(wanted text) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return query select tenant_id from app_user where email = wanted; end $$;

create or replace function tenants_of_session(wanted bytea) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return query select tenant_id from app_session where token_hash = wanted; end $$;

create or replace function tenants_of_link(wanted bytea) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return query select tenant_id from user_link where token_hash = wanted; end $$;

create or replace function tenants_of_provider(wanted uuid) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return query select tenant_id from sign_in_provider where provider_id = wanted; end $$;

create or replace function tenants_of_sign_in_domain(wanted text) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return query select tenant_id from sign_in_domain where domain = wanted; end $$;

create or replace function tenants_of_sign_in(wanted bytea) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return query select tenant_id from sign_in_attempt where cookie_hash = wanted; end $$;

create or replace function create_tenant(new_id uuid, new_slug text, new_name text, new_time_zone text) returns uuid
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into tenant (tenant_id, slug, name, time_zone) values (new_id, new_slug, new_name, new_time_zone);
    return new_id;
  end $$;

-- A tenant is committed before its rows. It is removed again when they fail.
create or replace function remove_unfinished_tenant(one_tenant uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    -- Row security also applies to the owner.
    execute format('set local app.tenant = %L', one_tenant);
    if not exists (select from tenant_setting where tenant_id = one_tenant) then
      delete from tenant where tenant_id = one_tenant;
    end if;
  end $$;
revoke all on function remove_unfinished_tenant(uuid) from public;
grant execute on function remove_unfinished_tenant(uuid) to cartage_worker;

create or replace function set_tenant_active(one_tenant uuid, active boolean) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update tenant set is_active = active where tenant_id = one_tenant;
    return case when found then true end;
  end $$;

-- Runs with the rights of the caller: Citus refuses writes of two roles in one transaction. The granted right allows no
-- more than the functions below.
grant update (time_zone, name) on tenant to cartage_worker;
create or replace function set_tenant_time_zone(one_tenant uuid, zone text) returns boolean
  language plpgsql set search_path = public, pg_temp
  as $$ begin
    update tenant set time_zone = zone where tenant_id = one_tenant;
    return case when found then true end;
  end $$;

create or replace function set_tenant_name(one_tenant uuid, new_name text) returns boolean
  language plpgsql set search_path = public, pg_temp
  as $$ begin
    update tenant set name = new_name where tenant_id = one_tenant;
    return case when found then true end;
  end $$;

-- As on a single PostgreSQL. Repeated here so that every node has it.
create or replace function moves_whole_tenant(one_tenant uuid) returns boolean
  language sql stable parallel safe
  as $$ select current_user = 'cartage_owner' and current_setting('app.whole_tenant', true) = one_tenant::text $$;

-- Lines, line items and taxes of a finalised document never change. The trigger runs on the node of the tenant, where
-- the rows of a statement cannot be joined with another table.
create or replace function keep_finalised_parts() returns trigger
  language plpgsql
  as $$
declare
  part record;
  final bytea;
begin
  for part in select distinct c.tenant_id, c.invoice_id from changed c loop
    select i.content_hash into final from invoice i
     where i.tenant_id = part.tenant_id and i.invoice_id = part.invoice_id;
    if final is not null and not moves_whole_tenant(part.tenant_id) then
      raise exception 'a finalised document cannot be changed' using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end
$$;

create or replace function keep_finalised_line_items() returns trigger
  language plpgsql
  as $$
declare
  part record;
  final bytea;
begin
  for part in select distinct c.tenant_id, c.invoice_line_id from changed c loop
    select i.content_hash into final
      from invoice_line l join invoice i on i.tenant_id = l.tenant_id and i.invoice_id = l.invoice_id
     where l.tenant_id = part.tenant_id and l.invoice_line_id = part.invoice_line_id;
    if final is not null and not moves_whole_tenant(part.tenant_id) then
      raise exception 'a finalised document cannot be changed' using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end
$$;

-- Accepts uploads of one tenant on the node that has its rows, like accept_uploads, with one round trip. The tenant
-- that it sets is valid on that node only, so an upload that reaches another node is refused by row security. Each
-- statement can be run by the node alone: an insert from a list joins the tenant's row in audit_head, because Citus
-- would send a list alone, or several inserts in one statement, to every node first, and would wait for unavailable
-- ones (OPS-9).
create or replace function accept_uploads_at_node(
  one_tenant uuid, upload_ids uuid[], identifiers text[], operations text[], bodies text, hashes bytea[], sources text[],
  companies uuid[], keys text[], sender_kinds text[], senders text[], notes json[], requests text[]
) returns jsonb
  language plpgsql volatile set search_path = public, pg_temp
  as $$
declare
  texts text[] := string_to_array(bodies, E'\x1e');
  base bigint;
  verdicts text[];
  orders uuid[];
  lanes bigint[];
  accepted bigint;
  stored bigint;
  waiting bigint;
begin
  -- Locks all queues of the call in the same order as other calls, so that two calls cannot deadlock.
  perform pg_advisory_xact_lock(lane.key) from (
    select distinct hashtextextended(i.identifier, ('x' || substr(one_tenant::text, 1, 8))::bit(32)::integer) as key
      from unnest(identifiers) as i (identifier) order by 1
  ) as lane;
  base := floor(extract(epoch from clock_timestamp()) * 1000000);
  perform set_config('app.tenant', one_tenant::text, true);
  select array_agg(judged.verdict order by judged.place), array_agg(judged.order_id order by judged.place),
         array_agg(judged.lane_number order by judged.place), count(*) filter (where judged.verdict = 'accepted')
    into verdicts, orders, lanes, accepted
    from (
      select i.place, known.order_id, greatest(base, waits.lane_number) + i.place as lane_number, case
          when known.status = 'CANCELLED' and i.operation <> 'DELETE' then 'cancelled'
          when known.order_id is null and i.operation = 'DELETE' and not exists (
            select from upload_pending p
             where p.tenant_id = one_tenant and p.order_identifier = i.order_identifier and p.operation <> 'DELETE'
          ) and not exists (
            select from unnest(identifiers, operations) with ordinality as e (order_identifier, operation, place)
             where e.place < i.place and e.order_identifier = i.order_identifier and e.operation <> 'DELETE'
          ) then 'unknown'
          else 'accepted'
        end as verdict
        from unnest(identifiers, operations, companies) with ordinality
               as i (order_identifier, operation, company_id, place)
        left join lateral (
          select * from (
            select t.order_id, t.company_id, t.status, t.order_identifier from transport_order t
             where t.tenant_id = one_tenant and t.order_identifier >= i.order_identifier
             order by t.order_identifier limit 1
          ) t where t.order_identifier = i.order_identifier
              and t.company_id = coalesce(i.company_id, t.company_id)
        ) known on true
        left join lateral (
          select p.lane_number from upload_pending p
           where p.tenant_id = one_tenant and p.order_identifier = i.order_identifier
           order by p.order_identifier desc, p.lane_number desc limit 1
        ) waits on true
    ) judged;
  insert into order_upload (tenant_id, upload_id, order_identifier, lane_number, operation, body, body_hash,
                            order_id, source, company_id, idempotency_key, sent_by_kind, sent_by, notes, request_id)
    select h.tenant_id, n.upload_id, n.order_identifier, n.lane_number, n.operation, n.body, n.body_hash,
           case when n.operation <> 'CREATE' then n.order_id end, n.source, n.company_id, n.idempotency_key,
           n.sent_by_kind, n.sent_by, n.notes, n.request_id
      from audit_head h
      cross join unnest(upload_ids, identifiers, lanes, operations, texts, hashes, orders, sources, companies, keys,
                        sender_kinds, senders, notes, requests, verdicts)
             as n (upload_id, order_identifier, lane_number, operation, body, body_hash, order_id, source, company_id,
                   idempotency_key, sent_by_kind, sent_by, notes, request_id, verdict)
     where h.tenant_id = one_tenant and n.verdict = 'accepted';
  get diagnostics stored = row_count;
  insert into upload_pending (tenant_id, order_identifier, lane_number, upload_id, operation)
    select h.tenant_id, n.order_identifier, n.lane_number, n.upload_id, n.operation
      from audit_head h
      cross join unnest(upload_ids, identifiers, lanes, operations, verdicts)
             as n (upload_id, order_identifier, lane_number, operation, verdict)
     where h.tenant_id = one_tenant and n.verdict = 'accepted';
  get diagnostics waiting = row_count;
  -- Every upload that is reported as accepted must be stored.
  if stored <> accepted or waiting <> accepted then
    raise exception 'of % accepted uploads % were stored and % wait', accepted, stored, waiting;
  end if;
  return (select jsonb_agg(jsonb_build_object('upload_id', v.upload_id, 'verdict', v.verdict, 'order_id', v.order_id) order by v.place)
            from unnest(upload_ids, verdicts, orders) with ordinality as v (upload_id, verdict, order_id, place));
end
$$;
revoke all on function accept_uploads_at_node(
  uuid, uuid[], text[], text[], text, bytea[], text[], uuid[], text[], text[], text[], json[], text[]) from public;
grant execute on function accept_uploads_at_node(
  uuid, uuid[], text[], text[], text, bytea[], text[], uuid[], text[], text[], text[], json[], text[])
  to cartage_app, cartage_worker;

-- Every node has the whole table of tenants. The other tables are queried first, once each.
create or replace function suspended_clients(wanted text) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  named uuid[];
begin
  named := array(select c.tenant_id from api_client c where c.client_id = wanted and not c.is_removed)
    || array(select w.tenant_id from webhook_credential w where w.client_id = wanted and not w.is_removed);
  return query select t.tenant_id from tenant t where not t.is_active and t.tenant_id = any (named);
end $$;

create or replace function tenants_with_search_due() returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  idle uuid[];
  due uuid[];
begin
  idle := array(select p.tenant_id from search_progress p left join audit_head h on h.tenant_id = p.tenant_id
                 where p.filling is null and coalesce(h.sequence, 0) <= p.trail);
  due := array(select distinct d.tenant_id from search_due d);
  return query select t.tenant_id from tenant t
    where t.is_active and (t.tenant_id <> all (idle) or t.tenant_id = any (due));
end $$;

create or replace function tenants_with_purge_due() returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  a_day_ago timestamptz := now() - interval '1 day';
  others uuid[];
begin
  others := array(select distinct r.tenant_id from retention_run r where r.kind = 'PURGE' and r.started_at > a_day_ago)
    || array(select distinct j.tenant_id from job j where j.kind = 'retention.purge');
  return query select t.tenant_id from tenant t
    where t.is_active and t.created_at < a_day_ago and t.tenant_id <> all (others);
end $$;

-- As in the migration. Each statement names the tenant, and with it the node.
create or replace function remove_old_audit(one_tenant uuid, most integer) returns table (removed bigint, kept_after bigint, kept_hash text)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  days integer;
  last_removed record;
  count bigint;
begin
  if one_tenant is distinct from current_tenant() then raise exception 'not the tenant of the transaction'; end if;
  select greatest((s.retention ->> 'audit_days')::integer, 365) into days from tenant_setting s
   where s.tenant_id = one_tenant and s.retention ->> 'audit_days' is not null;
  if days is null then return; end if;
  -- Locked first, as when an entry is appended.
  perform from audit_head h where h.tenant_id = one_tenant for update;
  select x.sequence, x.hash into last_removed
    from (select r.sequence, r.hash, r.at from audit_record r where r.tenant_id = one_tenant order by r.sequence limit most) x
   where x.at < now() - make_interval(days => days) order by x.sequence desc limit 1;
  if last_removed.sequence is null then return; end if;
  delete from audit_record r where r.tenant_id = one_tenant and r.sequence <= last_removed.sequence;
  get diagnostics count = row_count;
  update audit_head h set kept_after = last_removed.sequence, kept_hash = last_removed.hash where h.tenant_id = one_tenant;
  return query select count, last_removed.sequence::bigint, encode(last_removed.hash, 'hex');
end
$$;

-- The values are computed before they are written: on a node, an update cannot apply a function that reads settings to
-- its columns.
create or replace function erase_audit_values(one_tenant uuid, erasure uuid, sequences bigint[], members text[], mark text) returns setof bigint
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  one record;
  names text[];
  erased json;
begin
  if one_tenant is distinct from current_tenant() then raise exception 'not the tenant of the transaction'; end if;
  for one in
    select r.sequence, r.changes, r.erased_by from audit_record r
     where r.tenant_id = one_tenant and r.sequence = any (sequences) order by r.sequence for update
  loop
    names := array(select g.member from unnest(sequences, members) as g (sequence, member) where g.sequence = one.sequence);
    erased := (
      select json_object_agg(e.key, case when e.key <> all (names) then e.value else json_build_object(
               'after', case when coalesce(json_typeof(e.value -> 'after'), 'null') <> 'null' then mark end,
               'before', case when coalesce(json_typeof(e.value -> 'before'), 'null') <> 'null' then mark end) end)
        from json_each(one.changes) as e);
    update audit_record r set changes = erased, erased_by = coalesce(one.erased_by, erasure)
     where r.tenant_id = one_tenant and r.sequence = one.sequence;
    if one.erased_by is null or one.erased_by = erasure then return next one.sequence; end if;
  end loop;
end
$$;
