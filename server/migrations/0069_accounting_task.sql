-- Tasks for accounting systems, the ledger and payments.

-- Accounts that replace the accounts of the charge type for a side with a VAT category or a department: {side,
-- tax_category, department, account}.
alter table charge_type add column account_overrides jsonb not null default '[]';

create table task (
  tenant_id uuid not null,
  task_id uuid not null,
  task_type text not null check (task_type in
    ('POST_INVOICE', 'POST_INVOICE_PURCHASE', 'POST_CREDIT_NOTE', 'POST_CREDIT_NOTE_PURCHASE')),
  invoice_id uuid not null,
  billing_entity_id uuid not null,
  status text not null check (status in ('TODO', 'WAITING', 'COMPLETED', 'FAILED')),
  waiting_for text check (waiting_for in ('INVOICE_POSTED', 'DISPUTE', 'FILES', 'ACCOUNT')),
  -- The settings to fill in while it waits for accounts: [{setting, code, message}].
  waiting_detail jsonb,
  -- The failed task that this one retries.
  retry_of uuid,
  failure jsonb,
  lease_token uuid,
  lease_until timestamptz,
  lease_client text,
  finished_by text,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id),
  check ((status in ('COMPLETED', 'FAILED')) = (finished_at is not null)),
  check ((status = 'WAITING') = (waiting_for is not null)),
  check ((lease_token is null) = (lease_until is null))
);
comment on table task is
  'Documents that an accounting system has to book. COMPLETED and FAILED are final; a retry is a new task.';
create unique index task_open on task (tenant_id, invoice_id) where status in ('TODO', 'WAITING', 'COMPLETED');
create unique index task_by_retry on task (tenant_id, retry_of) where retry_of is not null;
create index task_todo on task (tenant_id, created_at, task_id) where status = 'TODO';
create index task_by_status on task (tenant_id, status, created_at desc, task_id desc);
create index task_by_invoice on task (tenant_id, invoice_id);
-- After the indexes, so that a plan made while the table is empty uses the key.
alter table task add primary key (tenant_id, task_id);
alter table task add foreign key (tenant_id, retry_of) references task (tenant_id, task_id);
select own_by_tenant('task');

create table task_report (
  tenant_id uuid not null,
  task_report_id uuid not null,
  task_id uuid not null,
  status text not null check (status in ('COMPLETED', 'FAILED')),
  failure jsonb,
  -- Note of the user who marked the task manually.
  note text,
  -- The API client or the user.
  reported_by text,
  -- Whether it decided the task, repeated an earlier report, contradicted it, or was sent while another client had the
  -- lease.
  outcome text not null check (outcome in ('APPLIED', 'REPEATED', 'CONTRADICTED', 'LEASED')),
  reported_at timestamptz not null default now(),
  primary key (tenant_id, task_report_id),
  foreign key (tenant_id, task_id) references task (tenant_id, task_id)
);
comment on table task_report is 'Reports about tasks.';
create index task_report_by_task on task_report (tenant_id, task_id, reported_at);
select own_by_tenant('task_report');

create table posting (
  tenant_id uuid not null,
  posting_id uuid not null,
  invoice_id uuid not null,
  billing_entity_id uuid not null,
  journal text not null check (journal in ('SALES', 'PURCHASE')),
  -- Numbered without gaps per billing entity and year.
  year integer not null,
  entry_number bigint not null,
  booking_date date not null,
  currency text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, posting_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id)
);
comment on table posting is 'Entries of the ledger. The lines of an entry balance. Never changed.';
create unique index posting_by_invoice on posting (tenant_id, invoice_id);
create unique index posting_by_number on posting (tenant_id, billing_entity_id, year, entry_number);
create index posting_by_day on posting (tenant_id, billing_entity_id, booking_date);
select own_by_tenant('posting');

create table posting_line (
  tenant_id uuid not null,
  posting_id uuid not null,
  position integer not null,
  account text not null,
  account_name text not null,
  -- In the accounting currency. One of the two is zero.
  debit numeric(18, 3) not null check (debit >= 0),
  credit numeric(18, 3) not null check (credit >= 0),
  currency text not null,
  -- In the currency of the document, signed: debit is positive.
  amount_currency numeric(18, 3) not null,
  tax_code text,
  tax_base numeric(18, 3),
  order_name text,
  trip_name text,
  dimension_1 text,
  dimension_2 text,
  dimension_3 text,
  dimension_4 text,
  dimension_5 text,
  dimension_6 text,
  line_text text not null default '',
  primary key (tenant_id, posting_id, position),
  foreign key (tenant_id, posting_id) references posting (tenant_id, posting_id),
  check (debit = 0 or credit = 0)
);
comment on table posting_line is 'Lines of an entry of the ledger.';
select own_by_tenant('posting_line');
revoke update, delete on posting, posting_line from cartage_app, cartage_worker;

create table posting_counter (
  tenant_id uuid not null,
  billing_entity_id uuid not null,
  year integer not null,
  last_number bigint not null default 0,
  primary key (tenant_id, billing_entity_id, year),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id)
);
comment on table posting_counter is 'The last entry number of a billing entity and year.';
select own_by_tenant('posting_counter');

create table payment (
  tenant_id uuid not null,
  payment_id uuid not null,
  invoice_id uuid not null,
  amount numeric(18, 3) not null check (amount > 0),
  currency text not null,
  paid_on date not null,
  origin text not null check (origin in ('API', 'MANUAL')),
  -- When it was reversed. The row is kept.
  reversed_at timestamptz,
  created_by text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id)
);
comment on table payment is 'Payments of invoices and refunds of credit notes.';
create index payment_by_invoice on payment (tenant_id, invoice_id) where reversed_at is null;
select own_by_tenant('payment');

create table ledger_export (
  tenant_id uuid not null,
  ledger_export_id uuid not null,
  billing_entity_id uuid not null,
  profile text not null,
  -- Numbers of its entries per year, the selected days, and the settings that the file contains.
  coverage jsonb not null,
  file_name text not null,
  entries integer not null,
  -- SHA-256 of the file, which is written again from its entries.
  sha256 bytea not null,
  created_by text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, ledger_export_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id)
);
comment on table ledger_export is 'Files of entries for a bookkeeping system. An export never changes.';
create index ledger_export_by_creation on ledger_export (tenant_id, created_at desc, ledger_export_id);
select own_by_tenant('ledger_export');
revoke update, delete on ledger_export from cartage_app, cartage_worker;

-- The text from which the hash of a document is computed: its content with the members of every object sorted. Recurses
-- only into objects and arrays, because most values are neither.
create function canonical_json(value jsonb) returns text
  language plpgsql immutable parallel safe
  as $$
begin
  if jsonb_typeof(value) = 'object' then
    return (
      select '{' || coalesce(string_agg(to_json(m.key)::text || ':' ||
               case when jsonb_typeof(m.value) in ('object', 'array') then canonical_json(m.value) else m.value::text end,
               ',' order by m.key collate "C"), '') || '}'
        from jsonb_each(value) m);
  elsif jsonb_typeof(value) = 'array' then
    return (
      select '[' || coalesce(string_agg(
               case when jsonb_typeof(e.value) in ('object', 'array') then canonical_json(e.value) else e.value::text end,
               ',' order by e.at), '') || ']'
        from jsonb_array_elements(value) with ordinality e (value, at));
  end if;
  return value::text;
end
$$;
