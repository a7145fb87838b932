-- Settings as data: further kinds of reference data, columns that the first kinds lack, and number ranges. An entry in
-- use is archived, so that records that refer to it stay readable. Only active entries must have different codes.

create table billing_entity (
  tenant_id uuid not null references tenant,
  billing_entity_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  legal_name text not null,
  vat_number text not null default '',
  company_registration_number text not null default '',
  is_default boolean not null default false,
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, billing_entity_id),
  check (not (is_default and is_archived))
);
comment on table billing_entity is 'A legal entity of the haulier that invoices. One is the default (RES-14).';
create unique index billing_entity_by_code on billing_entity (tenant_id, code) where not is_archived;
create unique index billing_entity_default on billing_entity (tenant_id) where is_default;

create table extra (
  tenant_id uuid not null references tenant,
  extra_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  description text,
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, extra_id)
);
comment on table extra is 'Equipment and abilities, such as a tail lift. Several may have the same code (RES-10).';
create index extra_by_code on extra (tenant_id, code) where not is_archived;

create table document_type (
  tenant_id uuid not null references tenant,
  document_type_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  -- ORDER, STOP, RESOURCE and so on. Empty: all.
  subject_types text[] not null default '{}',
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, document_type_id)
);
comment on table document_type is 'Kinds of documents, such as proof of delivery.';
create unique index document_type_by_code on document_type (tenant_id, code) where not is_archived;

create table question_path_key (
  tenant_id uuid not null references tenant,
  question_path_key_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  document_type_id uuid not null,
  -- Name of a stored file, combined with the file name that the sender used.
  default_file_name text not null,
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, question_path_key_id),
  foreign key (tenant_id, document_type_id) references document_type (tenant_id, document_type_id)
);
comment on table question_path_key is
  'Replaces the document type in uploads of documents by carriers and fleets (DOC-1).';
create unique index question_path_key_by_code on question_path_key (tenant_id, code) where not is_archived;
create index question_path_key_by_type on question_path_key (tenant_id, document_type_id);

create table department (
  tenant_id uuid not null references tenant,
  department_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, department_id)
);
comment on table department is 'Departments of the haulier. Orders belong to one.';
create unique index department_by_code on department (tenant_id, code) where not is_archived;

create table planning_group (
  tenant_id uuid not null references tenant,
  planning_group_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, planning_group_id)
);
comment on table planning_group is 'Trips that one planner or one screen plans together.';
create unique index planning_group_by_code on planning_group (tenant_id, code) where not is_archived;

create table number_range (
  tenant_id uuid not null references tenant,
  number_range_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  applies_to text not null,
  -- Null: for every billing entity.
  billing_entity_id uuid,
  prefix text not null default '',
  series text not null default '',
  year_style text not null default 'NONE' check (year_style in ('NONE', 'SHORT', 'FULL')),
  separator text not null default '',
  -- Minimum number of digits of the counter; shorter numbers are padded with zeros.
  digits integer not null default 1,
  first_number bigint not null default 1,
  -- Whether the counter restarts each year. Requires the year in the number.
  restarts_yearly boolean not null default false,
  -- Gapless numbers are taken in the transaction that uses them. Other numbers are lost when a transaction fails.
  is_gapless boolean not null default false,
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, number_range_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id),
  check (not restarts_yearly or year_style <> 'NONE')
);
comment on table number_range is 'Formats of the numbers of orders, invoices and credit notes.';
create unique index number_range_by_code on number_range (tenant_id, code) where not is_archived;
create index number_range_by_billing_entity on number_range (tenant_id, billing_entity_id);

create table number_range_counter (
  tenant_id uuid not null references tenant,
  number_range_id uuid not null,
  -- The year for ranges that restart yearly, otherwise 0.
  period integer not null,
  last_number bigint not null,
  primary key (tenant_id, number_range_id, period),
  foreign key (tenant_id, number_range_id) references number_range (tenant_id, number_range_id)
);
comment on table number_range_counter is
  'Last number taken from a range. It is not part of the exported configuration.';
select own_by_tenant('number_range_counter');

-- Gives existing tenants the default entries of a new tenant. Runs before row security is enabled, because it inserts
-- for all tenants.
insert into billing_entity (tenant_id, code, name, legal_name, is_default)
select tenant_id, 'MAIN', name, name, true from tenant;

insert into document_type (tenant_id, code, name, subject_types, rank)
select tenant_id, code, label, '{}', place
  from tenant cross join (values
    ('PROOF_OF_DELIVERY', 'Proof of delivery', 1),
    ('ORIGINAL_CMR', 'CMR', 2),
    ('WEIGHING_TICKET', 'Weighing ticket', 3),
    ('PHOTO_DAMAGED_GOODS', 'Photo of damaged goods', 4),
    ('OTHER_ADMINISTRATION', 'Other', 5)
  ) as given (code, label, place);

insert into question_path_key (tenant_id, code, name, document_type_id, default_file_name, rank)
select t.tenant_id, given.code, given.label, t.document_type_id, given.file_name, given.place
  from document_type t join (values
    ('POD', 'Proof of delivery', 'PROOF_OF_DELIVERY', 'POD.pdf', 1),
    ('CMR', 'CMR', 'ORIGINAL_CMR', 'CMR.pdf', 2),
    ('WEIGHT_NOTE', 'Weight note', 'WEIGHING_TICKET', 'WEIGHT_NOTE.pdf', 3)
  ) as given (code, label, document_type, file_name, place) on given.document_type = t.code;

select own_by_tenant('billing_entity');
select own_by_tenant('extra');
select own_by_tenant('document_type');
select own_by_tenant('question_path_key');
select own_by_tenant('department');
select own_by_tenant('planning_group');
select own_by_tenant('number_range');

-- Adds to the kinds of 0002 a rank and the times of creation and change, and makes the codes of archived entries
-- available again.
do $$
declare
  kind text;
begin
  foreach kind in array array['transport_service', 'service_level', 'import_configuration', 'packaging_type',
                              'custom_activity', 'container_type'] loop
    execute format('alter table %I add column rank integer not null default 0,
      add column created_at timestamptz not null default now(),
      add column updated_at timestamptz not null default now(),
      drop constraint %I', kind, kind || '_tenant_id_code_key');
    execute format('create unique index %I on %I (tenant_id, code) where not is_archived', kind || '_by_code', kind);
  end loop;
end
$$;

-- The time zone is a setting of the tenant, but no serving role may write to the table tenant.
create function set_tenant_time_zone(one_tenant uuid, zone text) returns boolean
  language sql security definer set search_path = public, pg_temp
  as $$ update tenant set time_zone = zone where tenant_id = one_tenant returning true $$;
revoke all on function set_tenant_time_zone(uuid, text) from public;
grant execute on function set_tenant_time_zone(uuid, text) to cartage_worker;
