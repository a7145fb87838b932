-- Activities of drivers from the downloads of their cards.
create table driver_card (
  tenant_id uuid not null,
  -- The country and the 14 characters of the driver, which stay the same when a card is renewed.
  card_number text not null collate "C",
  resource_id uuid not null,
  valid_until date,
  -- Activities are known up to this time.
  known_until timestamptz not null,
  uploaded_at timestamptz not null default now(),
  primary key (tenant_id, card_number),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id)
);
comment on table driver_card is 'Driver of a downloaded card.';
create index driver_card_by_resource on driver_card (tenant_id, resource_id);
select own_by_tenant('driver_card');

create table driver_activity (
  tenant_id uuid not null,
  resource_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  kind text not null check (kind in ('DRIVING', 'WORKING', 'WAITING', 'REST', 'UNKNOWN')),
  -- Two drivers were in the vehicle.
  is_crew boolean not null,
  primary key (tenant_id, resource_id, from_at),
  check (from_at < to_at),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id)
);
comment on table driver_activity is 'Activities of drivers according to their cards.';
select own_by_tenant('driver_activity');
