-- Passkeys of users, and their challenges.

create table passkey (
  tenant_id uuid not null references tenant,
  user_id uuid not null,
  passkey_id uuid not null,
  -- Assigned by the authenticator.
  credential_id bytea not null,
  -- COSE key (RFC 9052), as received from the authenticator.
  public_key bytea not null,
  -- Of the last signature. 0 for authenticators without a counter.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, user_id, passkey_id),
  unique (tenant_id, credential_id),
  foreign key (tenant_id, user_id) references app_user
);
comment on table passkey is 'Public keys for signing in. The private keys never leave the devices.';
select own_by_tenant('passkey');

create table passkey_challenge (
  -- SHA-256 of the challenge, so that the contents of this table answer none.
  challenge_hash bytea primary key,
  -- SHA-256 of the user who may answer by adding a passkey. Null: anyone who signs in.
  asker_hash bytea,
  ends_at timestamptz not null
);
comment on table passkey_challenge is
  'Open challenges, valid for five minutes at most. A row is deleted when it is answered.';
create index passkey_challenge_by_end on passkey_challenge (ends_at);
grant select, insert, update, delete on passkey_challenge to cartage_app, cartage_worker;
