-- Links to documents that work without credentials. Each has a row, so that it can be listed and ended.

create table document_link (
  tenant_id uuid not null references tenant,
  document_link_id uuid not null,
  document_id uuid not null,
  -- Also part of the signed address.
  expires_at timestamptz not null,
  -- The user. Null for Cartage, which adds a link to each event of a document.
  created_by uuid,
  created_at timestamptz not null,
  -- Ended by a user, who is in the audit trail.
  ended_at timestamptz,
  last_opened_at timestamptz,
  opened_count integer not null default 0,
  primary key (tenant_id, document_link_id),
  foreign key (tenant_id, document_id) references document (tenant_id, document_id) on delete cascade
);
comment on table document_link is
  'Links to documents that work without credentials. The address is signed and not stored.';
create index document_link_by_document on document_link (tenant_id, document_id);
create index document_link_by_time on document_link (tenant_id, created_at, document_link_id);
create index document_link_by_end on document_link (tenant_id, expires_at);
select own_by_tenant('document_link');

alter table tenant_setting add column document_link_days smallint check (document_link_days between 1 and 90);
comment on column tenant_setting.document_link_days is
  'Maximum days that a link to a document is valid. Null: 90 for users, the setting of the installation for events.';
