-- Invoices and credit notes, sales and purchase: billing preferences, drafts, finalised documents, files and sendings.

create table billing_preference (
  tenant_id uuid not null,
  billing_preference_id uuid not null,
  -- Exactly one of the two: for one company, or the default for the companies of a billing entity.
  company_id uuid,
  billing_entity_id uuid,
  -- Members as in the contract.
  doc jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, billing_preference_id),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id),
  check ((company_id is null) <> (billing_entity_id is null))
);
comment on table billing_preference is 'Billing preferences of a company: grouping, lines, language, channels.';
create unique index billing_preference_by_company on billing_preference (tenant_id, company_id) where company_id is not null;
create unique index billing_preference_by_entity on billing_preference (tenant_id, billing_entity_id)
  where billing_entity_id is not null;
select own_by_tenant('billing_preference');

create table invoice_run (
  tenant_id uuid not null,
  invoice_run_id uuid not null,
  filter jsonb not null,
  status text not null default 'PROPOSING'
    check (status in ('PROPOSING', 'PROPOSED', 'FINALISING', 'STOPPED', 'DONE')),
  -- Number of orders or drafts done so far, and the rejected ones with the reason of each.
  done integer not null default 0,
  rejected jsonb not null default '[]',
  -- Where the run continues: after the last company and order, or the last draft.
  place jsonb,
  -- The step in which the run was stopped.
  stopped_in text check (stopped_in in ('PROPOSING', 'FINALISING')),
  only_reviewed boolean not null default false,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, invoice_run_id),
  check ((status = 'STOPPED') = (stopped_in is not null))
);
comment on table invoice_run is 'A run that drafts and finalises many documents. It can be stopped and resumed.';
create index invoice_run_by_creation on invoice_run (tenant_id, created_at desc, invoice_run_id);
select own_by_tenant('invoice_run');

create table invoice (
  tenant_id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind in ('SALES_INVOICE', 'SALES_CREDIT_NOTE', 'PURCHASE_INVOICE', 'PURCHASE_CREDIT_NOTE')),
  is_self_billed boolean not null default false,
  origin text not null check (origin in ('RUN', 'MANUAL', 'API', 'INTAKE')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PRE_INVOICED', 'INVOICED', 'INVOICE_POSTED', 'REJECTED')),
  posting text not null default 'NONE' check (posting in ('NONE', 'WAITING', 'TODO', 'FAILED', 'POSTED')),
  -- UNPAID or PAID for invoices, OPEN or REFUNDED for credit notes.
  payment text not null check (payment in ('UNPAID', 'PAID', 'OPEN', 'REFUNDED')),
  billing_entity_id uuid not null,
  -- The customer, or the supplier of a purchase.
  company_id uuid not null,
  -- The document number. Null until it is finalised.
  name text,
  -- For purchases: the number of the supplier.
  external_name text,
  number_range_id uuid,
  number_scope uuid,
  number_period integer,
  number_counted bigint,
  date date,
  booking_date date,
  due_date date,
  -- The due date was entered and is not computed from the payment term.
  is_due_date_given boolean not null default false,
  payment_term text,
  language text not null default 'en',
  currency text not null,
  customer_reference_numbers text[] not null default '{}',
  custom_fields jsonb not null default '{}',
  note text not null default '',
  -- Common properties of the drafts of a group, by which a refreshed proposal finds its draft.
  group_key text,
  -- Charges changed after the draft was written.
  is_stale boolean not null default false,
  warnings jsonb not null default '[]',
  sum_lines numeric(18, 3) not null default 0,
  total_excl_tax numeric(18, 3) not null default 0,
  total_tax numeric(18, 3) not null default 0,
  total_incl_tax numeric(18, 3) not null default 0,
  -- Discounts and surcharges of the whole document, with the member names of the content.
  adjustments jsonb not null default '[]',
  -- In the accounting currency. Equal to the amounts above if the document has the same currency.
  accounting_currency text not null,
  accounting_excl_tax numeric(18, 3),
  accounting_tax numeric(18, 3),
  -- Contents of a finalised document, and their SHA-256 with sorted members. Never changed.
  content jsonb,
  content_hash bytea,
  invoice_run_id uuid,
  credited_invoice_id uuid,
  -- For a credit note: whether the charges of its lines can be billed again once it is finalised.
  releases_charges boolean not null default false,
  -- Registration by an access point: {number, url, regulator}.
  e_invoicing jsonb,
  finalised_at timestamptz,
  finalised_by text,
  version integer not null default 1,
  event_sequence integer not null default 0,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id),
  foreign key (tenant_id, invoice_run_id) references invoice_run (tenant_id, invoice_run_id),
  check ((content is null) = (content_hash is null)),
  check ((status in ('INVOICED', 'INVOICE_POSTED')) = (content is not null)),
  check (content is null or (name is not null and date is not null and booking_date is not null)),
  check (kind not in ('PURCHASE_INVOICE', 'PURCHASE_CREDIT_NOTE') or is_self_billed or external_name is not null)
);
comment on table invoice is 'Invoices and credit notes. Drafts may change; finalised documents never do.';
alter table invoice add primary key (tenant_id, invoice_id);
create unique index invoice_by_number on invoice (tenant_id, number_range_id, number_scope, number_period, number_counted)
  where number_counted is not null;
create unique index invoice_by_external_name on invoice
  (tenant_id, company_id, kind, (lower(regexp_replace(external_name, '\s', '', 'g'))))
  where external_name is not null and status <> 'REJECTED';
create unique index invoice_by_group on invoice (tenant_id, group_key) where group_key is not null and status in ('DRAFT', 'PRE_INVOICED');
create index invoice_by_creation on invoice (tenant_id, created_at desc, invoice_id);
create index invoice_by_status on invoice (tenant_id, status, created_at desc, invoice_id);
create index invoice_by_date on invoice (tenant_id, kind, date desc, invoice_id) where date is not null;
create index invoice_by_day on invoice (tenant_id, date desc, invoice_id) where date is not null;
create index invoice_by_name on invoice (tenant_id, name) where name is not null;
create index invoice_by_company on invoice (tenant_id, company_id, created_at desc, invoice_id);
create index invoice_by_booking on invoice (tenant_id, billing_entity_id, booking_date) where booking_date is not null;
create index invoice_unpaid on invoice (tenant_id, due_date, invoice_id)
  where payment in ('UNPAID', 'OPEN') and status in ('INVOICED', 'INVOICE_POSTED');
create index invoice_by_run on invoice (tenant_id, invoice_run_id) where invoice_run_id is not null;
create index invoice_by_credited on invoice (tenant_id, credited_invoice_id) where credited_invoice_id is not null;
create index invoice_to_post on invoice (tenant_id, posting, invoice_id) where posting in ('WAITING', 'TODO', 'FAILED');
select own_by_tenant('invoice');

create table invoice_line (
  tenant_id uuid not null,
  invoice_line_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  name text not null,
  code text not null,
  description text not null default '',
  quantity numeric not null,
  unit text not null,
  unit_price numeric not null,
  amount numeric(18, 3) not null,
  -- The tax that was decided, with the member names of the content.
  tax jsonb,
  -- Rate before the rules for the customer and the transport.
  base_percentage numeric,
  account text,
  order_id uuid,
  order_name text,
  trip_id uuid,
  trip_name text,
  route text,
  credited_line_id uuid,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id) on delete cascade
);
comment on table invoice_line is 'Lines of an invoice or credit note. Amounts of credit notes are positive.';
create unique index invoice_line_by_invoice on invoice_line (tenant_id, invoice_id, position);
create index invoice_line_by_credited on invoice_line (tenant_id, credited_line_id) where credited_line_id is not null;
create index invoice_line_by_order on invoice_line (tenant_id, order_id) where order_id is not null;
alter table invoice_line add primary key (tenant_id, invoice_line_id);
select own_by_tenant('invoice_line');

create table invoice_line_item (
  tenant_id uuid not null,
  line_item_id uuid not null,
  invoice_line_id uuid not null,
  position integer not null,
  fraction numeric not null check (fraction > 0 and fraction <= 1),
  amount numeric(18, 3) not null,
  dimension_1 text,
  dimension_2 text,
  dimension_3 text,
  dimension_4 text,
  dimension_5 text,
  dimension_6 text,
  primary key (tenant_id, line_item_id),
  foreign key (tenant_id, invoice_line_id) references invoice_line (tenant_id, invoice_line_id) on delete cascade
);
comment on table invoice_line_item is 'A line divided by dimensions of the books. The fractions of a line add up to 1.';
create unique index invoice_line_item_by_line on invoice_line_item (tenant_id, invoice_line_id, position);
select own_by_tenant('invoice_line_item');

create table invoice_line_charge (
  tenant_id uuid not null,
  invoice_line_id uuid not null,
  charge_id uuid not null,
  amount numeric(18, 3) not null,
  -- False once a credit note released the charge, which may then be on another document.
  is_live boolean not null default true,
  primary key (tenant_id, invoice_line_id, charge_id),
  foreign key (tenant_id, invoice_line_id) references invoice_line (tenant_id, invoice_line_id) on delete cascade,
  foreign key (tenant_id, charge_id) references charge (tenant_id, charge_id)
);
comment on table invoice_line_charge is 'Charges that a line bills.';
create unique index invoice_line_charge_live on invoice_line_charge (tenant_id, charge_id) where is_live;
select own_by_tenant('invoice_line_charge');

create table invoice_tax (
  tenant_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  category text not null check (category in ('S', 'Z', 'E', 'AE', 'O')),
  percentage numeric,
  base numeric(18, 3) not null,
  tax numeric(18, 3) not null,
  vatex_code text,
  reason text,
  tax_code text,
  primary key (tenant_id, invoice_id, position),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id) on delete cascade
);
comment on table invoice_tax is 'VAT of a document per category and rate.';
select own_by_tenant('invoice_tax');

create table invoice_file (
  tenant_id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind in ('PDF', 'UBL', 'FACTUR_X', 'RECEIVED')),
  document_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, invoice_id, kind),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id)
);
comment on table invoice_file is 'Files of a document, written from its content after it is finalised, or received.';
select own_by_tenant('invoice_file');

create table invoice_sending (
  tenant_id uuid not null,
  sending_id uuid not null,
  invoice_id uuid not null,
  channel text not null check (channel in ('MAIL', 'ACCESS_POINT')),
  -- The e-mail address, or scheme and electronic address.
  address text not null,
  purpose text not null default 'DOCUMENT' check (purpose in ('DOCUMENT', 'REMINDER')),
  status text not null default 'PENDING' check (status in ('PENDING', 'STARTED', 'SENT', 'FAILED', 'UNKNOWN')),
  failure text,
  -- Requested by a user in addition to an earlier one.
  is_repeat boolean not null default false,
  requested_by text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, sending_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id)
);
comment on table invoice_sending is
  'Sendings of a document. One whose result cannot be determined ends UNKNOWN, until a user resolves it.';
create unique index invoice_sending_once on invoice_sending (tenant_id, invoice_id, channel, address, purpose)
  where not is_repeat and status <> 'FAILED' and purpose = 'DOCUMENT';
create index invoice_sending_by_invoice on invoice_sending (tenant_id, invoice_id, created_at);
create index invoice_sending_open on invoice_sending (tenant_id, status, created_at, sending_id)
  where status <> 'SENT';
select own_by_tenant('invoice_sending');

create table self_billing_agreement (
  tenant_id uuid not null,
  self_billing_agreement_id uuid not null,
  company_id uuid not null,
  billing_entity_id uuid not null,
  reference text not null default '',
  valid_from date not null,
  valid_to date,
  -- Number of days in which the supplier can object before a document is finalised.
  days_to_object integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, self_billing_agreement_id),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id),
  check (valid_to is null or valid_from <= valid_to)
);
comment on table self_billing_agreement is 'Agreements with carriers in whose name we write invoices.';
create index self_billing_agreement_by_company on self_billing_agreement (tenant_id, company_id);
select own_by_tenant('self_billing_agreement');

-- Self-billed documents are numbered per supplier. All others have the scope of zeros.
alter table number_range_counter
  add column scope uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint number_range_counter_pkey;
alter table number_range_counter add primary key (tenant_id, number_range_id, period, scope);

-- Finalised documents, their lines and taxes are never changed or deleted, whichever role tries.
create function keep_finalised_invoice() returns trigger
  language plpgsql
  as $$
begin
  if old.content_hash is null then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'a finalised document cannot be deleted' using errcode = 'restrict_violation';
  end if;
  if (new.kind, new.is_self_billed, new.billing_entity_id, new.company_id, new.name, new.external_name, new.number_range_id,
      new.number_scope, new.number_period, new.number_counted, new.date, new.booking_date, new.due_date, new.currency,
      new.adjustments, new.sum_lines, new.total_excl_tax, new.total_tax, new.total_incl_tax, new.accounting_currency,
      new.accounting_excl_tax, new.accounting_tax, new.content, new.content_hash, new.credited_invoice_id,
      new.finalised_at)
     is distinct from
     (old.kind, old.is_self_billed, old.billing_entity_id, old.company_id, old.name, old.external_name, old.number_range_id,
      old.number_scope, old.number_period, old.number_counted, old.date, old.booking_date, old.due_date, old.currency,
      old.adjustments, old.sum_lines, old.total_excl_tax, old.total_tax, old.total_incl_tax, old.accounting_currency,
      old.accounting_excl_tax, old.accounting_tax, old.content, old.content_hash, old.credited_invoice_id,
      old.finalised_at) then
    raise exception 'a finalised document cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger keep_finalised before update or delete on invoice
  for each row execute function keep_finalised_invoice();

create function keep_finalised_part() returns trigger
  language plpgsql
  as $$
declare
  invoice_of uuid;
  part jsonb := to_jsonb(case when tg_op = 'INSERT' then new else old end);
begin
  invoice_of := coalesce(
    (part ->> 'invoice_id')::uuid,
    (select l.invoice_id from invoice_line l
      where l.tenant_id = (part ->> 'tenant_id')::uuid and l.invoice_line_id = (part ->> 'invoice_line_id')::uuid)
  );
  if exists (select from invoice i
              where i.tenant_id = (part ->> 'tenant_id')::uuid and i.invoice_id = invoice_of and i.content_hash is not null) then
    raise exception 'a finalised document cannot be changed' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger keep_finalised before insert or update or delete on invoice_line
  for each row execute function keep_finalised_part();
create trigger keep_finalised before insert or update or delete on invoice_tax
  for each row execute function keep_finalised_part();
create trigger keep_finalised before insert or update or delete on invoice_line_item
  for each row execute function keep_finalised_part();

alter table tenant_setting add column booking_dates boolean not null default false;
comment on column tenant_setting.booking_dates is 'Whether documents may be booked on a day other than their date.';
