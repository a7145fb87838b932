-- Scans of handling units, reported by fleets and carriers. They are stored even when they match nothing (PU-5).

create table handling_unit_scan (
  tenant_id uuid not null,
  handling_unit_scan_id uuid not null default gen_random_uuid(),
  order_id uuid,
  -- In the document of the order. Null when no unit of the order has the barcode.
  handling_unit_id uuid,
  -- Null when it matched no stop.
  stop_id uuid,
  barcode text,
  barcode_source text,
  -- Null when the other system uses its own statuses.
  status text check (status in ('SCANNED_IN', 'STORED', 'SCANNED_OUT')),
  -- The received status when it is none of these.
  source_status text,
  stop_location_code text,
  description text,
  scanned_at timestamptz not null,
  -- Kind of webhook.
  source text not null,
  -- Number of the scan among the scans of its unit: the sequence of its event.
  event_sequence integer not null check (event_sequence > 0),
  received_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, handling_unit_scan_id),
  foreign key (tenant_id, order_id) references transport_order (tenant_id, order_id)
);
comment on table handling_unit_scan is 'One scan of a handling unit. Its time is the time of the scan (ST-12).';
create index handling_unit_scan_by_order on handling_unit_scan (tenant_id, order_id, scanned_at)
  where order_id is not null;
create index handling_unit_scan_by_unit on handling_unit_scan (tenant_id, handling_unit_id, event_sequence)
  where handling_unit_id is not null;
select own_by_tenant('handling_unit_scan');
