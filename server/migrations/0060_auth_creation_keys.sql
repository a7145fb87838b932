-- What people create is created once, however often the request for it arrives.

create table creation_key (
  tenant_id uuid not null references tenant,
  user_id uuid not null,
  -- The Idempotency-Key of one submission of a form.
  idempotency_key text not null,
  operation text not null,
  -- HMAC-SHA-256 of address and body: the key answers for this request alone.
  request_digest bytea not null,
  -- The first answer, sealed by the vault, for it may carry a secret that is shown once. Null until there is one.
  answer_sealed bytea,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, idempotency_key),
  foreign key (tenant_id, user_id) references app_user
);
comment on table creation_key is 'First answers to requests that create something, kept for a day: a repeat is answered, not run.';
create index creation_key_by_age on creation_key (tenant_id, created_at);
select own_by_tenant('creation_key');
