-- Automatic e-mails: their rules, recipients and causes.

create table mail_rule (
  tenant_id uuid not null references tenant,
  kind text not null check (kind in ('ORDER_CONFIRMATION', 'DISPATCH', 'DELAY')),
  is_on boolean not null,
  -- For confirmations: origins of the orders to confirm.
  origins text[] not null default '{}' check (origins <@ '{API,SCREEN,PORTAL}'::text[]),
  -- For delays: minutes after the window from which the customer is notified, and minutes by which the delay has to
  -- grow for another e-mail.
  late_minutes integer not null default 30 check (late_minutes between 1 and 1440),
  -- Earlier events cause no e-mail.
  begins_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, kind)
);
comment on table mail_rule is 'Rules for automatic e-mails.';
select own_by_tenant('mail_rule');

create table mail_choice (
  tenant_id uuid not null references tenant,
  company_id uuid not null,
  kind text not null check (kind in ('ORDER_CONFIRMATION', 'DISPATCH', 'DELAY')),
  -- Null: the rule of the tenant applies.
  is_on boolean,
  -- Null: the contact with the matching role.
  address text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, company_id, kind),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id)
);
comment on table mail_choice is 'Exceptions from the rules for single companies, and the address to use.';
select own_by_tenant('mail_choice');

create table mail_cause (
  tenant_id uuid not null references tenant,
  kind text not null check (kind in ('ORDER_CONFIRMATION', 'DISPATCH', 'DELAY')),
  -- The order, the dispatch or link, or the stop that caused it.
  cause_id uuid not null,
  -- For delays: minutes late when the last e-mail was sent.
  late_minutes integer,
  -- For delays: since when the stop is expected on time again.
  cleared_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, kind, cause_id)
);
comment on table mail_cause is 'Causes of automatic e-mails, so that no cause is mailed twice.';
select own_by_tenant('mail_cause');

-- Sent by a rule, not requested by a user.
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
