-- Users of the web application, and their sessions (reliability design 2.15).

create table app_user (
  tenant_id uuid not null references tenant,
  user_id uuid not null default gen_random_uuid(),
  -- Lower case.
  email text not null,
  name text not null,
  role text not null,
  -- For the role CUSTOMER: the only company whose records the user may see.
  company_id uuid,
  -- argon2id with its parameters and salt, as text.
  password_hash text not null,
  is_disabled boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  unique (tenant_id, email)
);
comment on table app_user is 'A person of one tenant, with one role.';
create index app_user_by_email on app_user (email);
select own_by_tenant('app_user');
select list_in_directory('app_user');

create table app_session (
  tenant_id uuid not null references tenant,
  -- SHA-256 of the cookie, so that no session can be opened from the contents of this table.
  token_hash bytea not null,
  user_id uuid not null,
  csrf_token text not null,
  started_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references app_user
);
comment on table app_session is
  'Open sessions. They end after 30 minutes without use, and after 12 hours at the latest.';
create index app_session_by_token on app_session (token_hash);
create index app_session_by_user on app_session (tenant_id, user_id);
select own_by_tenant('app_session');
select list_in_directory('app_session');

create function tenants_of_email(wanted text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tenant_id from app_user where email = wanted $$;
alter function tenants_of_email(text) owner to cartage_directory;
revoke all on function tenants_of_email(text) from public;
grant execute on function tenants_of_email(text) to cartage_app;

create function tenants_of_session(wanted bytea) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tenant_id from app_session where token_hash = wanted $$;
alter function tenants_of_session(bytea) owner to cartage_directory;
revoke all on function tenants_of_session(bytea) from public;
grant execute on function tenants_of_session(bytea) to cartage_app;
