-- Passkeys of people, and the challenges they answer.

create table passkey (
  tenant_id uuid not null references tenant,
  user_id uuid not null,
  passkey_id uuid not null,
  -- Id that the authenticator gave it.
  credential_id bytea not null,
  -- COSE key (RFC 9052), as the authenticator gave it.
  public_key bytea not null,
  -- Of the last signature; 0 for authenticators that do not count.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, user_id, passkey_id),
  unique (tenant_id, credential_id),
  foreign key (tenant_id, user_id) references app_user
);
comment on table passkey is 'Public keys by which people sign in; the private ones never leave their devices.';
select own_by_tenant('passkey');

create table passkey_challenge (
  -- SHA-256 of the challenge: the table alone answers none.
  challenge_hash bytea primary key,
  -- SHA-256 of who may answer by adding a passkey; null: whoever signs in.
  asker_hash bytea,
  ends_at timestamptz not null
);
comment on table passkey_challenge is 'Challenges that wait for a passkey, at most five minutes. A row is deleted when it is answered.';
create index passkey_challenge_by_end on passkey_challenge (ends_at);
grant select, insert, update, delete on passkey_challenge to cartage_app, cartage_worker;
