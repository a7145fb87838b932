-- Use of the interface compared with its limits, counted in memory and written every few seconds; and refused requests.

create table usage_minute (
  tenant_id uuid not null references tenant,
  category text not null check (category in ('general', 'token', 'webhook')),
  minute timestamptz not null,
  client_id text not null,
  is_refused boolean not null,
  requests integer not null,
  primary key (tenant_id, category, minute, client_id, is_refused)
);
comment on table usage_minute is 'Requests of one client in one minute, admitted or refused.';
select own_by_tenant('usage_minute');
select list_in_directory('usage_minute');

create table usage_path (
  tenant_id uuid not null references tenant,
  category text not null check (category in ('general', 'token', 'webhook')),
  hour timestamptz not null,
  -- Method and path of the operation, such as GET /v1/orders/{order_id}.
  operation text not null,
  is_refused boolean not null,
  requests integer not null,
  primary key (tenant_id, category, hour, operation, is_refused)
);
comment on table usage_path is 'Requests to one operation in one hour, admitted or refused.';
select own_by_tenant('usage_path');

create table usage_refusal (
  tenant_id uuid not null references tenant,
  refusal_id uuid not null default gen_random_uuid(),
  category text not null check (category in ('general', 'token', 'webhook')),
  refused_at timestamptz not null,
  client_id text not null,
  method text not null,
  path text not null,
  retry_after_s integer not null,
  primary key (tenant_id, refusal_id)
);
comment on table usage_refusal is 'Requests that a limit refused. Of many within a minute only the first are stored.';
create index usage_refusal_by_time on usage_refusal (tenant_id, category, refused_at);
select own_by_tenant('usage_refusal');

-- Tenants that have counts older than a number of days. One index probe per tenant and category.
create function tenants_with_old_usage(days integer) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.tenant_id from tenant t cross join unnest('{general,token,webhook}'::text[]) as c (category)
     where exists (
       select from usage_minute m
        where m.tenant_id = t.tenant_id and m.category = c.category and m.minute < now() - make_interval(days => days)
     )
     group by t.tenant_id
  $$;
alter function tenants_with_old_usage(integer) owner to cartage_directory;
revoke all on function tenants_with_old_usage(integer) from public;
grant execute on function tenants_with_old_usage(integer) to cartage_worker;

-- Failed deliveries are rare and often searched for. This index finds them without reading the delivered ones.
create index delivery_dead on delivery (tenant_id, subscription_id, finished_at) where status = 'DEAD';
