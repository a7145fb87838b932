-- Settings as data: the further kinds of reference data a tenant keeps, what the first kinds lack, and number ranges.
-- An entry that was used is archived, so that what names it stays readable; only live entries share no code.

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
comment on table extra is 'Equipment and skills, such as a tail lift. A code may be shared by several (RES-10).';
create index extra_by_code on extra (tenant_id, code) where not is_archived;

create table document_type (
  tenant_id uuid not null references tenant,
  document_type_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  -- ORDER, STOP, RESOURCE and so on; empty: any.
  subject_types text[] not null default '{}',
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, document_type_id)
);
comment on table document_type is 'Kinds of document, such as a proof of delivery.';
create unique index document_type_by_code on document_type (tenant_id, code) where not is_archived;

create table question_path_key (
  tenant_id uuid not null references tenant,
  question_path_key_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  document_type_id uuid not null,
  -- Name of a stored file, combined with the name the sender gave it.
  default_file_name text not null,
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, question_path_key_id),
  foreign key (tenant_id, document_type_id) references document_type (tenant_id, document_type_id)
);
comment on table question_path_key is 'What a document upload of a subcontractor or fleet names instead of a document type (DOC-1).';
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
comment on table department is 'Parts of the haulier that orders belong to.';
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
comment on table planning_group is 'What one planner or one screen plans together.';
create unique index planning_group_by_code on planning_group (tenant_id, code) where not is_archived;

create table number_range (
  tenant_id uuid not null references tenant,
  number_range_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  applies_to text not null,
  -- null: for every billing entity.
  billing_entity_id uuid,
  prefix text not null default '',
  series text not null default '',
  year_style text not null default 'NONE' check (year_style in ('NONE', 'SHORT', 'FULL')),
  separator text not null default '',
  -- Fewest digits of the counted part; shorter numbers get zeros in front.
  digits integer not null default 1,
  first_number bigint not null default 1,
  -- Whether counting begins anew with each year; only with a year in the number.
  restarts_yearly boolean not null default false,
  -- Gapless numbers are taken in the transaction that uses them; others may be lost with a transaction that fails.
  is_gapless boolean not null default false,
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, number_range_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id),
  check (not restarts_yearly or year_style <> 'NONE')
);
comment on table number_range is 'How numbers of orders, invoices and credit notes are made.';
create unique index number_range_by_code on number_range (tenant_id, code) where not is_archived;
create index number_range_by_billing_entity on number_range (tenant_id, billing_entity_id);

create table number_range_counter (
  tenant_id uuid not null references tenant,
  number_range_id uuid not null,
  -- The year for ranges that begin anew with it, else 0.
  period integer not null,
  last_number bigint not null,
  primary key (tenant_id, number_range_id, period),
  foreign key (tenant_id, number_range_id) references number_range (tenant_id, number_range_id)
);
comment on table number_range_counter is 'The last number taken from a range. Not configuration: it is not exported.';
select own_by_tenant('number_range_counter');

-- What tenants that exist already start with, as new ones do. Before the walls go up, because it is for all of them.
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

-- The kinds of 0002: a place in lists, when they were made and changed, and a code that an archived entry gives free.
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

-- The time zone of a tenant is a setting of it, but no serving role may write the table of tenants.
create function set_tenant_time_zone(one_tenant uuid, zone text) returns boolean
  language sql security definer set search_path = public, pg_temp
  as $$ update tenant set time_zone = zone where tenant_id = one_tenant returning true $$;
revoke all on function set_tenant_time_zone(uuid, text) from public;
grant execute on function set_tenant_time_zone(uuid, text) to cartage_worker;
