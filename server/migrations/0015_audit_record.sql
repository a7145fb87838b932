-- The audit trail: append-only per tenant, chained by hashes (reliability design 2.16).

-- Locked last before the commit, so that it orders the changes of the tenant.
create table audit_head (
  tenant_id uuid primary key references tenant,
  -- Number of the last record; 0 before the first.
  sequence bigint not null,
  -- Hash of the last record; 32 zero bytes before the first.
  hash bytea not null check (octet_length(hash) = 32)
) with (fillfactor = 50);
comment on table audit_head is 'Last entry of the audit trail of a tenant. Locked to append an entry.';
select own_by_tenant('audit_head');
revoke delete on audit_head from cartage_app, cartage_worker;

create table audit_record (
  tenant_id uuid not null,
  -- From 1 without gaps.
  sequence bigint not null,
  -- Clock of the database, read when the head is locked. All entries of one call share it.
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('client', 'user', 'webhook', 'operator', 'system')),
  -- Public id of the API client, user or webhook credential.
  actor_id text,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  -- {member: {before, after}}. The type json keeps the exact text, from which the hash is computed.
  changes json not null,
  request_id text,
  previous_hash bytea not null,
  -- SHA-256 over the columns above; see server/src/audit/chain.rules.ts.
  hash bytea not null,
  primary key (tenant_id, sequence)
);
comment on table audit_record is
  'Entries of the audit trail: the change, its actor, and the old and new values. Never changed or removed.';
create index audit_record_by_entity on audit_record (tenant_id, entity_type, entity_id, sequence);
select own_by_tenant('audit_record');
-- Even a defect of the service cannot change old entries.
revoke update, delete on audit_record from cartage_app, cartage_worker;
