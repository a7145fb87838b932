-- Sign-in with the identity provider of a tenant (OpenID Connect).

create table sign_in_provider (
  tenant_id uuid not null references tenant,
  provider_id uuid not null,
  -- Label of the button.
  label text not null,
  issuer text not null,
  client_id text not null,
  -- Sealed by the vault. No operation returns it.
  secret_sealed bytea not null,
  trusts_addresses boolean not null default false,
  is_only_way boolean not null default false,
  counts_as_second_factor boolean not null default false,
  new_user_role text check (new_user_role in ('PLANNER', 'ORDER_ENTRY', 'ACCOUNTANT', 'VIEWER')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, provider_id)
);
comment on table sign_in_provider is 'Identity providers for signing in to a tenant.';
comment on column sign_in_provider.trusts_addresses is
  'The tenant confirms that every address from its provider is verified.';
comment on column sign_in_provider.is_only_way is 'Passwords are refused for its domains, except for Super admins.';
comment on column sign_in_provider.new_user_role is
  'Role of new users. Null: people without an account cannot sign in.';
create index sign_in_provider_by_id on sign_in_provider (provider_id);
select own_by_tenant('sign_in_provider');
select list_in_directory('sign_in_provider');

create table sign_in_domain (
  tenant_id uuid not null references tenant,
  -- Lower case, without @.
  domain text not null,
  provider_id uuid not null,
  primary key (tenant_id, domain),
  foreign key (tenant_id, provider_id) references sign_in_provider on delete cascade
);
comment on table sign_in_domain is 'E-mail domains of a provider. Each has one provider per tenant.';
create index sign_in_domain_by_domain on sign_in_domain (domain);
create index sign_in_domain_by_provider on sign_in_domain (tenant_id, provider_id);
select own_by_tenant('sign_in_domain');
select list_in_directory('sign_in_domain');

create table sign_in_attempt (
  tenant_id uuid not null references tenant,
  -- SHA-256 of the cookie of the browser that started, so that the contents of this table complete no sign-in.
  cookie_hash bytea not null,
  provider_id uuid not null,
  state text not null,
  nonce text not null,
  -- Code verifier of PKCE (RFC 7636).
  verifier text not null,
  -- Where the browser continues, and whether its other sessions stay open.
  return_to text,
  keeps_session boolean not null,
  -- Set once the provider has responded and only the code of the second factor is missing.
  user_id uuid,
  -- How the provider verified the person, for the audit trail.
  proof jsonb,
  expires_at timestamptz not null,
  primary key (tenant_id, cookie_hash),
  foreign key (tenant_id, provider_id) references sign_in_provider on delete cascade
);
comment on table sign_in_attempt is
  'Sign-ins that wait for a response of the provider. The row is deleted when it arrives.';
create index sign_in_attempt_by_cookie on sign_in_attempt (cookie_hash);
create index sign_in_attempt_by_provider on sign_in_attempt (tenant_id, provider_id);
select own_by_tenant('sign_in_attempt');
select list_in_directory('sign_in_attempt');

create table user_identity (
  tenant_id uuid not null references tenant,
  provider_id uuid not null,
  -- Id of the person at the provider. Unlike an address, it is never reused.
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, provider_id, subject),
  unique (tenant_id, user_id, provider_id),
  foreign key (tenant_id, provider_id) references sign_in_provider on delete cascade,
  foreign key (tenant_id, user_id) references app_user
);
comment on table user_identity is 'Users and their ids at identity providers.';
select own_by_tenant('user_identity');

alter table app_session add column provider_id uuid;
comment on column app_session.provider_id is 'The identity provider that was used. Null for a sign-in with a password.';

create function tenants_of_provider(wanted uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tenant_id from sign_in_provider where provider_id = wanted $$;
alter function tenants_of_provider(uuid) owner to cartage_directory;
revoke all on function tenants_of_provider(uuid) from public;
grant execute on function tenants_of_provider(uuid) to cartage_app;

create function tenants_of_sign_in_domain(wanted text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tenant_id from sign_in_domain where domain = wanted $$;
alter function tenants_of_sign_in_domain(text) owner to cartage_directory;
revoke all on function tenants_of_sign_in_domain(text) from public;
grant execute on function tenants_of_sign_in_domain(text) to cartage_app;

create function tenants_of_sign_in(wanted bytea) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tenant_id from sign_in_attempt where cookie_hash = wanted $$;
alter function tenants_of_sign_in(bytea) owner to cartage_directory;
revoke all on function tenants_of_sign_in(bytea) from public;
grant execute on function tenants_of_sign_in(bytea) to cartage_app;
