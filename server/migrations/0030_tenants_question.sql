-- Use of an answer (SU-6): a question path key no longer only selects a kind of document.

alter table question_path_key
  add column target text not null default 'DOCUMENT'
    check (target in ('DOCUMENT', 'FIELD', 'ASSIGN_RESOURCE', 'SCAN_BARCODE')),
  -- For FIELD: the target of the answer, such as stop.custom_fields.trailer_number.
  add column field text,
  -- Only for DOCUMENT.
  alter column document_type_id drop not null,
  alter column default_file_name drop not null,
  add check ((target = 'DOCUMENT') = (document_type_id is not null)),
  add check ((target = 'DOCUMENT') = (default_file_name is not null)),
  add check ((target = 'FIELD') = (field is not null));
comment on table question_path_key is
  'Use of an answer with this key, and of a document upload of a carrier or fleet (SU-6, DOC-1).';

-- PU-4: matches resources as drivers write them, without case, spaces and punctuation: `VB-123-AB` is `vb 123 ab`.
-- Generated, so that one function makes both sides of the comparison. Columns, because row security rules out an index
-- over an expression. Null for a text without letters and digits, which is never found.
create function loose_key(given text) returns text
  language sql immutable strict parallel safe
  return nullif(lower(regexp_replace(given, '[^[:alnum:]]', '', 'g')), '');

alter table resource
  add column name_loose text generated always as (loose_key(name)) stored,
  add column code_loose text generated always as (loose_key(code)) stored,
  add column license_plate_loose text generated always as (loose_key(license_plate)) stored,
  add column container_number_loose text generated always as (loose_key(container_number)) stored;
create index resource_by_name_loose on resource (tenant_id, name_loose) where not is_archived;
create index resource_by_code_loose on resource (tenant_id, code_loose)
  where not is_archived and code_loose is not null;
create index resource_by_license_plate_loose on resource (tenant_id, license_plate_loose)
  where not is_archived and license_plate_loose is not null;
create index resource_by_container_number_loose on resource (tenant_id, container_number_loose)
  where not is_archived and container_number_loose is not null;
