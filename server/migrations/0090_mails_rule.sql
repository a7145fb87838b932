-- E-mails that are sent by themselves: when, for whom, and what each was sent for.

create table mail_rule (
  tenant_id uuid not null references tenant,
  kind text not null check (kind in ('ORDER_CONFIRMATION', 'DISPATCH', 'DELAY')),
  is_on boolean not null,
  -- Confirmations: ways of orders that are confirmed.
  origins text[] not null default '{}' check (origins <@ '{API,SCREEN,PORTAL}'::text[]),
  -- Delays: minutes after the window from which the customer is written to, and by which it has to grow to write again.
  late_minutes integer not null default 30 check (late_minutes between 1 and 1440),
  -- What came before is not written about.
  begins_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, kind)
);
comment on table mail_rule is 'Which e-mails are sent by themselves.';
select own_by_tenant('mail_rule');

create table mail_choice (
  tenant_id uuid not null references tenant,
  company_id uuid not null,
  kind text not null check (kind in ('ORDER_CONFIRMATION', 'DISPATCH', 'DELAY')),
  -- Null: as the organisation has it.
  is_on boolean,
  -- Null: the contact with a fitting role.
  address text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, company_id, kind),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id)
);
comment on table mail_choice is 'Companies that get e-mails although others do not, or the reverse, and at which address.';
select own_by_tenant('mail_choice');

create table mail_cause (
  tenant_id uuid not null references tenant,
  kind text not null check (kind in ('ORDER_CONFIRMATION', 'DISPATCH', 'DELAY')),
  -- The order, the dispatch or link, or the stop that it was sent for.
  cause_id uuid not null,
  -- Delays: minutes late when it was sent last.
  late_minutes integer,
  -- Delays: since when the stop is expected in time again.
  cleared_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, kind, cause_id)
);
comment on table mail_cause is 'What an e-mail was sent for by itself, so that nothing is sent twice for one cause.';
select own_by_tenant('mail_cause');

-- Whether no person asked for it.
alter table mail add column is_automatic boolean not null default false;

create function tenants_with_mail_rules() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.tenant_id from tenant t
     where exists (select from mail_rule r where r.tenant_id = t.tenant_id)
  $$;
alter function tenants_with_mail_rules() owner to cartage_directory;
revoke all on function tenants_with_mail_rules() from public;
grant execute on function tenants_with_mail_rules() to cartage_worker;
