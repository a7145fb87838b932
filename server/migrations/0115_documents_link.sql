-- Addresses of documents that work without credentials: each has a row, so that it can be seen and ended.

create table document_link (
  tenant_id uuid not null references tenant,
  document_link_id uuid not null,
  document_id uuid not null,
  -- The same as in the address, which is signed.
  expires_at timestamptz not null,
  -- The user; null for Cartage, which puts one into each event about a document.
  created_by uuid,
  created_at timestamptz not null,
  -- By hand; the trail says by whom.
  ended_at timestamptz,
  last_opened_at timestamptz,
  opened_count integer not null default 0,
  primary key (tenant_id, document_link_id),
  foreign key (tenant_id, document_id) references document (tenant_id, document_id) on delete cascade
);
comment on table document_link is 'Addresses of documents that work without credentials. The address is signed and not kept.';
create index document_link_by_document on document_link (tenant_id, document_id);
create index document_link_by_time on document_link (tenant_id, created_at, document_link_id);
create index document_link_by_end on document_link (tenant_id, expires_at);
select own_by_tenant('document_link');

alter table tenant_setting add column document_link_days smallint check (document_link_days between 1 and 90);
comment on column tenant_setting.document_link_days is 'Most days that a link to a document works; null: 90 where a person creates it, and as the installation says in events.';
