-- Request limits: an exact sliding log per tenant and category (reliability design 2.9).

create table rate_head (
  tenant_id uuid not null references tenant,
  category text not null,
  -- Number of admissions so far, which is the number of the newest row of rate_admission.
  last_number bigint not null default 0,
  -- [{"fingerprint", "due"}]: future admissions that were promised to refused requests.
  tickets jsonb not null default '[]',
  primary key (tenant_id, category)
) with (fillfactor = 50);
comment on table rate_head is
  'Counter per tenant and category. Locked while a request is checked, so that all processes count together.';
select own_by_tenant('rate_head');

create table rate_admission (
  tenant_id uuid not null,
  category text not null,
  number bigint not null,
  -- Milliseconds since 1970 on the clock of the database, ascending with number.
  at_ms bigint not null,
  primary key (tenant_id, category, number)
);
comment on table rate_admission is
  'Admitted requests within the longest window. Older rows are removed as new ones are added.';
select own_by_tenant('rate_admission');
