-- The request of a user to create a record takes effect once, however often it arrives.

create table creation_key (
  tenant_id uuid not null references tenant,
  user_id uuid not null,
  -- Idempotency-Key of one submission of a form.
  idempotency_key text not null,
  operation text not null,
  -- HMAC-SHA-256 of address and body: the key is valid for this request only.
  request_digest bytea not null,
  -- The first response, sealed by the vault, because it may contain a secret that is shown once. Null until there is
  -- one.
  answer_sealed bytea,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, idempotency_key),
  foreign key (tenant_id, user_id) references app_user
);
comment on table creation_key is
  'First responses to requests that create records, stored for a day. A repeat gets the response and is not run.';
create index creation_key_by_age on creation_key (tenant_id, created_at);
select own_by_tenant('creation_key');
