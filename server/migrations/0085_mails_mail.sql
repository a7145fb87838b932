-- E-mails about orders and trips: the templates of a tenant, and each e-mail with its result.

create table mail_template (
  tenant_id uuid not null references tenant,
  kind text not null check (kind in ('ORDER_CONFIRMATION', 'DISPATCH', 'DELAY')),
  language text not null check (language in ('en', 'nl', 'fr', 'de')),
  subject text not null,
  body text not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, kind, language)
);
comment on table mail_template is 'Mail templates of a tenant. Without one, the built-in template is used.';
select own_by_tenant('mail_template');

create table mail (
  tenant_id uuid not null references tenant,
  mail_id uuid not null,
  kind text not null check (kind in ('ORDER_CONFIRMATION', 'DISPATCH', 'DELAY')),
  -- The subject: an order or a trip.
  order_id uuid,
  trip_id uuid,
  company_id uuid not null,
  address text not null,
  language text not null check (language in ('en', 'nl', 'fr', 'de')),
  -- As rendered when it was requested.
  subject text not null,
  body text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'STARTED', 'SENT', 'FAILED', 'UNKNOWN')),
  -- A sentence with its values, translated when it is shown.
  failure jsonb,
  attempts integer not null default 0,
  -- The e-mail that a user sent again.
  repeat_of uuid,
  requested_by text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The user who resolved it. Null when its result did.
  finished_by text,
  primary key (tenant_id, mail_id),
  foreign key (tenant_id, order_id) references transport_order (tenant_id, order_id),
  foreign key (tenant_id, trip_id) references trip (tenant_id, trip_id),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id),
  foreign key (tenant_id, repeat_of) references mail (tenant_id, mail_id),
  check ((order_id is null) <> (trip_id is null)),
  check ((kind = 'DISPATCH') = (trip_id is not null))
);
comment on table mail is 'E-mails about orders and trips.';
create unique index mail_repeated on mail (tenant_id, repeat_of) where repeat_of is not null;
create index mail_by_order on mail (tenant_id, order_id, created_at desc) where order_id is not null;
create index mail_by_trip on mail (tenant_id, trip_id, created_at desc) where trip_id is not null;
create index mail_to_settle on mail (tenant_id, created_at) where status in ('FAILED', 'UNKNOWN') and finished_by is null;
select own_by_tenant('mail');
