-- Accounts of users: links for invitations and password resets, the second factor, and the columns of the list of
-- sessions.

alter table app_user add column is_invited boolean not null default false;
comment on column app_user.is_invited is 'Has not chosen a password yet. password_hash then matches no password.';
alter table app_user add column last_login_at timestamptz;

create table user_link (
  tenant_id uuid not null references tenant,
  -- SHA-256 of the token, so that no link can be built from the contents of this table.
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('INVITE', 'RESET')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references app_user
);
comment on table user_link is 'Links for setting a password. A row is deleted when its link is used.';
create index user_link_by_token on user_link (token_hash);
create index user_link_by_user on user_link (tenant_id, user_id);
select own_by_tenant('user_link');
select list_in_directory('user_link');

create function tenants_of_link(wanted bytea) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tenant_id from user_link where token_hash = wanted $$;
alter function tenants_of_link(bytea) owner to cartage_directory;
revoke all on function tenants_of_link(bytea) from public;
grant execute on function tenants_of_link(bytea) to cartage_app;

create table second_factor (
  tenant_id uuid not null references tenant,
  user_id uuid not null,
  -- The shared secret of RFC 6238, sealed by the vault.
  secret_sealed bytea not null,
  -- Required at sign-in only after a first correct code.
  is_confirmed boolean not null default false,
  -- Last time step with an accepted code: no code works twice (RFC 6238 section 5.2).
  used_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user
);
comment on table second_factor is 'Time-based codes for signing in, one secret per user.';
select own_by_tenant('second_factor');

create table recovery_code (
  tenant_id uuid not null references tenant,
  user_id uuid not null,
  -- HMAC-SHA-256 with the pepper.
  digest bytea not null,
  primary key (tenant_id, user_id, digest),
  foreign key (tenant_id, user_id) references app_user
);
comment on table recovery_code is 'Codes for a lost phone. A row is deleted when its code is used.';
select own_by_tenant('recovery_code');

alter table app_session add column session_id uuid not null default gen_random_uuid();
alter table app_session add column user_agent text not null default '';
alter table app_session add column address text not null default '';
alter table app_session add constraint app_session_by_id unique (tenant_id, session_id);
