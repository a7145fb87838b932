-- What drivers did, from the downloads of their cards.
create table driver_card (
  tenant_id uuid not null,
  -- The country and the 14 characters that stay the same when a card is renewed.
  card_number text not null collate "C",
  resource_id uuid not null,
  valid_until date,
  -- Until when its activities are known.
  known_until timestamptz not null,
  uploaded_at timestamptz not null default now(),
  primary key (tenant_id, card_number),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id)
);
comment on table driver_card is 'The driver of a card whose download came.';
create index driver_card_by_resource on driver_card (tenant_id, resource_id);
select own_by_tenant('driver_card');

create table driver_activity (
  tenant_id uuid not null,
  resource_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  kind text not null check (kind in ('DRIVING', 'WORKING', 'WAITING', 'REST', 'UNKNOWN')),
  -- Two drivers were on the vehicle.
  is_crew boolean not null,
  primary key (tenant_id, resource_id, from_at),
  check (from_at < to_at),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id)
);
comment on table driver_activity is 'What a driver did from one instant to another, as the card says.';
select own_by_tenant('driver_activity');
