-- Credentials of machines. API clients (token endpoint) and webhook credentials (Basic on webhooks) are separate stores
-- (AUTH-7).

create table integration (
  integration_id uuid primary key default gen_random_uuid(),
  name text not null,
  is_removed boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table integration is
  'Approved integrators, managed by the operator. Each API client belongs to one (AUTH-8).';
grant select on integration to cartage_app, cartage_worker;
grant insert, update on integration to cartage_worker;
insert into integration (integration_id, name) values ('5f0f2f6e-8f5c-4f43-9d0a-6f3a1f0c2b11', 'Own integration');

create table signing_key (
  kid text primary key,
  state text not null check (state in ('NEXT', 'ACTIVE', 'RETIRED', 'GONE')),
  public_jwk jsonb not null,
  -- Encrypted by the vault. Removed when the state is GONE.
  private_sealed bytea,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table signing_key is 'Keys that sign access tokens, shared by all processes of the installation.';
grant select on signing_key to cartage_app, cartage_worker;
grant insert, update on signing_key to cartage_worker;

create table api_client (
  tenant_id uuid not null references tenant,
  client_id text not null,
  api_client_id uuid not null default gen_random_uuid(),
  integration_id uuid not null references integration,
  name text not null,
  roles text[] not null,
  -- For the role CUSTOMER: the only company whose records it may see.
  company_id uuid,
  is_removed boolean not null default false,
  -- Incremented by every change of the client or its secrets.
  version integer not null default 1,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, client_id),
  unique (tenant_id, api_client_id)
);
comment on table api_client is 'Programs that request tokens.';
create index api_client_by_client on api_client (client_id);
select own_by_tenant('api_client');
select list_in_directory('api_client');

create table api_client_secret (
  tenant_id uuid not null,
  client_id text not null,
  secret_id uuid not null default gen_random_uuid(),
  -- HMAC-SHA-256 with the pepper. The secret itself is shown once and stored nowhere.
  digest bytea not null,
  -- Set when a newer secret replaces this one. Both are valid until then.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, client_id, secret_id),
  foreign key (tenant_id, client_id) references api_client
);
comment on table api_client_secret is 'Secrets of API clients, two valid ones during a rotation.';
select own_by_tenant('api_client_secret');

create table webhook_credential (
  tenant_id uuid not null references tenant,
  client_id text not null,
  webhook_credential_id uuid not null default gen_random_uuid(),
  name text not null,
  is_removed boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, client_id),
  unique (tenant_id, webhook_credential_id)
);
comment on table webhook_credential is 'Basic credentials for inbound webhooks, created by the operator (AUTH-9).';
create index webhook_credential_by_client on webhook_credential (client_id);
select own_by_tenant('webhook_credential');
select list_in_directory('webhook_credential');

create table webhook_secret (
  tenant_id uuid not null,
  client_id text not null,
  secret_id uuid not null default gen_random_uuid(),
  digest bytea not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, client_id, secret_id),
  foreign key (tenant_id, client_id) references webhook_credential
);
comment on table webhook_secret is 'Secrets of webhook credentials, two valid ones during a rotation.';
select own_by_tenant('webhook_secret');

-- One row per pair of tenant and client id that is valid now: its place in the list, and the version of its client and
-- settings. One call serves all waiting requests. Removed credentials and credentials of inactive tenants return no
-- row.
create function live_credentials(tenant_ids uuid[], client_ids text[]) returns table (place integer, version text)
  -- plpgsql keeps its plan between calls. The generic plan fits any number of rows and never scans a whole table.
  language plpgsql stable security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
  as $$
begin
  return query
  select asked.ordinal::integer, coalesce(c.version, w.version) || '.' || s.version
    from unnest(tenant_ids, client_ids) with ordinality as asked (tenant_id, client_id, ordinal)
    join tenant t on t.tenant_id = asked.tenant_id and t.is_active
    join tenant_setting s on s.tenant_id = asked.tenant_id
    left join api_client c on c.tenant_id = asked.tenant_id and c.client_id = asked.client_id and not c.is_removed
    left join webhook_credential w on w.tenant_id = asked.tenant_id and w.client_id = asked.client_id and not w.is_removed
   where c.client_id is not null or w.client_id is not null;
end
  $$;
alter function live_credentials(uuid[], text[]) owner to cartage_directory;
revoke all on function live_credentials(uuid[], text[]) from public;
grant execute on function live_credentials(uuid[], text[]) to cartage_app;

-- The same for Basic credentials, which do not contain a tenant: returns the tenant as well. Known and unknown ids cost
-- the same time.
create function live_clients(client_ids text[]) returns table (place integer, tenant_id uuid, version text)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
  as $$
begin
  return query
  select asked.ordinal::integer, t.tenant_id, coalesce(c.version, w.version) || '.' || s.version
    from unnest(client_ids) with ordinality as asked (client_id, ordinal)
    left join api_client c on c.client_id = asked.client_id and not c.is_removed
    left join webhook_credential w on w.client_id = asked.client_id and not w.is_removed
    join tenant t on t.tenant_id = coalesce(c.tenant_id, w.tenant_id) and t.is_active
    join tenant_setting s on s.tenant_id = t.tenant_id;
end
  $$;
alter function live_clients(text[]) owner to cartage_directory;
revoke all on function live_clients(text[]) from public;
grant execute on function live_clients(text[]) to cartage_app;
