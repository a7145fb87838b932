-- Who changed what: an append-only trail per tenant, chained by hashes (reliability design 2.16).

-- Where the trail of a tenant ends. Its lock orders the tenant's changes, so it is taken last before the commit.
create table audit_head (
  tenant_id uuid primary key references tenant,
  -- Number of the last record; 0 before the first.
  sequence bigint not null,
  -- Hash of the last record; 32 zero bytes before the first.
  hash bytea not null check (octet_length(hash) = 32)
) with (fillfactor = 50);
comment on table audit_head is 'The end of a tenant''s audit trail, locked by whoever appends to it.';
select own_by_tenant('audit_head');
revoke delete on audit_head from cartage_app, cartage_worker;

create table audit_record (
  tenant_id uuid not null,
  -- 1, 2, 3 … without gaps.
  sequence bigint not null,
  -- Database clock, read when the head is locked; all records of one call share it.
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('client', 'user', 'webhook', 'operator', 'system')),
  -- Public id of the API client, user or webhook credential.
  actor_id text,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  -- {member: {before, after}}. The type json keeps the text to the letter, and the text is what is hashed.
  changes json not null,
  request_id text,
  previous_hash bytea not null,
  -- SHA-256 over the fields above; server/src/audit/chain.rules.ts says how.
  hash bytea not null,
  primary key (tenant_id, sequence)
);
comment on table audit_record is 'What was changed, by whom and from what to what. Rows are added and never changed or removed.';
create index audit_record_by_entity on audit_record (tenant_id, entity_type, entity_id, sequence);
select own_by_tenant('audit_record');
-- Not even a fault in the service can rewrite the past.
revoke update, delete on audit_record from cartage_app, cartage_worker;
