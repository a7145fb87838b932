-- Certificates and licences of resources and companies, with their planning end and legal end.

create table validity (
  tenant_id uuid not null references tenant,
  validity_id uuid not null default gen_random_uuid(),
  -- The resource or the company: exactly one of the two.
  resource_id uuid,
  company_id uuid,
  -- Without a check: the contract has the lists, and they may grow (COMPAT-4).
  validity_type text not null,
  start_at timestamptz not null,
  -- Planning end and legal end (VAL-1).
  end_at timestamptz check (end_at >= start_at),
  legal_end_at timestamptz check (legal_end_at >= start_at),
  generate_unavailability boolean not null default false,
  external_id text,
  description text,
  -- When its unavailability was created, once (VAL-2). Null until then, and when none is to be created.
  generated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id),
  check (num_nonnulls(resource_id, company_id) = 1)
);
comment on table validity is
  'A certificate, licence or insurance of a resource or company, with the dates from and until which it is valid.';

-- Lists are read in the order of creation, which never changes, so that each row appears once.
create index validity_by_resource on validity (tenant_id, resource_id, created_at, validity_id)
  where resource_id is not null;
create index validity_by_company on validity (tenant_id, company_id, created_at, validity_id)
  where company_id is not null;
create index validity_to_generate on validity (tenant_id, end_at) where generate_unavailability and generated_at is null;
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table validity add primary key (tenant_id, validity_id);
select own_by_tenant('validity');
select list_in_directory('validity');

create table validity_document (
  tenant_id uuid not null,
  validity_id uuid not null,
  document_id uuid not null,
  primary key (tenant_id, validity_id, document_id),
  foreign key (tenant_id, validity_id) references validity (tenant_id, validity_id),
  foreign key (tenant_id, document_id) references document (tenant_id, document_id)
);
comment on table validity_document is 'Documents received with a certificate. They belong to its resource or company.';
create index validity_document_by_document on validity_document (tenant_id, document_id);
select own_by_tenant('validity_document');

create table validity_unavailability (
  tenant_id uuid not null,
  validity_id uuid not null,
  -- No foreign key: users may remove the unavailability, and it is not created again.
  unavailability_id uuid not null,
  resource_id uuid not null,
  primary key (tenant_id, validity_id, unavailability_id),
  foreign key (tenant_id, validity_id) references validity (tenant_id, validity_id)
);
comment on table validity_unavailability is 'Unavailabilities that were created because a certificate expired.';
select own_by_tenant('validity_unavailability');

-- Tenants that have a certificate whose planning end has passed without being handled. One index probe per tenant.
create function tenants_with_ended_validities() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.tenant_id from tenant t where exists (
      select from validity v
       where v.tenant_id = t.tenant_id and v.generate_unavailability and v.generated_at is null and v.end_at <= now()
    )
  $$;
alter function tenants_with_ended_validities() owner to cartage_directory;
revoke all on function tenants_with_ended_validities() from public;
grant execute on function tenants_with_ended_validities() to cartage_worker;
