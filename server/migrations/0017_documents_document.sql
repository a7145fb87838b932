-- Documents: their data and subjects. Their bytes are in the file store under the hash of the content.

create table document_content (
  tenant_id uuid not null references tenant,
  content_id uuid not null default gen_random_uuid(),
  -- Also the name of the bytes in the file store. Each tenant has its own tree, so that no one can find out that
  -- another tenant stores the same file.
  sha256 bytea not null check (length(sha256) = 32),
  size_bytes bigint not null check (size_bytes >= 0),
  -- Detected from the bytes, whatever type the sender declared.
  media_type text not null,
  -- The row is written before the file gets its final name, so that no file exists without a row. True once it has it.
  is_stored boolean not null default false,
  scan_status text not null default 'NOT_SCANNED' check (scan_status in ('NOT_SCANNED', 'PENDING', 'CLEAN', 'INFECTED')),
  scanned_at timestamptz,
  created_at timestamptz not null default now(),
  -- Time after which content without references is deleted. Null while a document refers to it.
  collect_after timestamptz default now() + interval '7 days',
  unique (tenant_id, sha256),
  primary key (tenant_id, content_id)
);
comment on table document_content is 'Uploaded bytes, once per tenant however often they are uploaded.';
create index document_content_garbage on document_content (tenant_id, collect_after) where collect_after is not null;
create index document_content_unscanned on document_content (tenant_id, created_at, content_id) where scan_status = 'PENDING';
select own_by_tenant('document_content');
select list_in_directory('document_content');

create table document_upload (
  tenant_id uuid not null,
  upload_id uuid not null,
  content_id uuid not null,
  file_name text not null,
  media_type text not null,
  -- The bytes do not match the declared type, so the file is served with a neutral type.
  is_flagged boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, upload_id),
  foreign key (tenant_id, content_id) references document_content on delete cascade
);
comment on table document_upload is
  'An uploaded file, which commands refer to by its upload id. Deleted with its content.';
create index document_upload_by_content on document_upload (tenant_id, content_id);
select own_by_tenant('document_upload');

create table document (
  tenant_id uuid not null,
  document_id uuid not null default gen_random_uuid(),
  -- ORDER, CONSIGNMENT, COMPANY, RESOURCE and so on, and the id of the record.
  subject_type text not null,
  subject_id uuid not null,
  -- The order of an order, consignment or stop. A consignment or stop never moves to another order.
  order_id uuid,
  document_type text not null,
  -- As entered. It is sanitised when it is sent as a file name.
  name text not null,
  content_id uuid not null,
  media_type text not null,
  is_flagged boolean not null default false,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, content_id) references document_content
);
comment on table document is 'A file that belongs to a record, its subject.';
create index document_by_content on document (tenant_id, content_id);
create index document_by_subject on document (tenant_id, subject_type, subject_id, created_at, document_id);
create index document_by_order on document (tenant_id, order_id, created_at, document_id) where order_id is not null;
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table document add primary key (tenant_id, document_id);
select own_by_tenant('document');

-- Tenants that have content to delete: not referred to, and past its time. One index probe per tenant.
create function tenants_with_garbage() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.tenant_id from tenant t where exists (
      select from document_content c where c.tenant_id = t.tenant_id and c.collect_after <= now()
    )
  $$;
alter function tenants_with_garbage() owner to cartage_directory;
revoke all on function tenants_with_garbage() from public;
grant execute on function tenants_with_garbage() to cartage_worker;
