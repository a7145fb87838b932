-- A straightforward system for comparison: an order in six tables, with keys that begin with the tenant.
create table naive_upload (
  tenant_id uuid not null, upload_id uuid not null, order_identifier text not null, body json not null,
  status text not null default 'IN_PROGRESS', accepted_at timestamptz not null default now(),
  primary key (tenant_id, upload_id));
create table naive_order (
  tenant_id uuid not null, order_id uuid not null, order_identifier text not null, status text not null,
  customer_reference_number text, transport_service text, doc jsonb not null, created_at timestamptz not null default now(),
  primary key (tenant_id, order_id), unique (tenant_id, order_identifier));
create table naive_consignment (
  tenant_id uuid not null, consignment_id uuid not null, order_id uuid not null, position int not null,
  primary key (tenant_id, consignment_id),
  foreign key (tenant_id, order_id) references naive_order (tenant_id, order_id));
create table naive_stop (
  tenant_id uuid not null, stop_id uuid not null, order_id uuid not null, sequence int not null, role text not null,
  date date, location text, city text, country text,
  primary key (tenant_id, stop_id), foreign key (tenant_id, order_id) references naive_order (tenant_id, order_id));
create table naive_good (
  tenant_id uuid not null, good_id uuid not null, consignment_id uuid not null, description text, quantity numeric,
  total_weight_kg numeric, primary key (tenant_id, good_id),
  foreign key (tenant_id, consignment_id) references naive_consignment (tenant_id, consignment_id));
create table naive_event (
  tenant_id uuid not null, event_id uuid not null, order_id uuid not null, type text not null, payload json not null,
  primary key (tenant_id, event_id));
-- Without these indexes, reading one order would scan the tables.
create index naive_consignment_by_order on naive_consignment (tenant_id, order_id);
create index naive_stop_by_order on naive_stop (tenant_id, order_id);
create index naive_good_by_consignment on naive_good (tenant_id, consignment_id);
-- Charges and documents, with one number range.
create table naive_charge (
  tenant_id uuid not null, charge_id uuid not null, order_id uuid not null, type text not null, amount numeric not null,
  primary key (tenant_id, charge_id));
create index naive_charge_by_order on naive_charge (tenant_id, order_id);
create table naive_number (range int primary key, last bigint not null);
insert into naive_number values (1, 0);
create table naive_invoice (
  tenant_id uuid not null, invoice_id uuid not null, number bigint not null, total numeric not null,
  primary key (tenant_id, invoice_id), unique (number));
create table naive_invoice_line (
  tenant_id uuid not null, line_id uuid not null, invoice_id uuid not null, type text not null, amount numeric not null,
  primary key (tenant_id, line_id), foreign key (tenant_id, invoice_id) references naive_invoice (tenant_id, invoice_id));
create index naive_invoice_line_by_invoice on naive_invoice_line (tenant_id, invoice_id);
