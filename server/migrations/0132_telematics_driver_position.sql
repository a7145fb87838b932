-- The phone of a driver may say where it is: the organisation allows it, and the driver agrees on the own page.

alter table tenant_setting add column driver_positions boolean not null default false;

create table driver_position_consent (
  tenant_id uuid not null,
  -- The driver. A row is there as long as the driver agrees; the trail says who agreed and took it back, and when.
  resource_id uuid not null,
  -- The link it was said through.
  link_id uuid not null,
  -- Positions from before are not taken.
  agreed_at timestamptz not null,
  primary key (tenant_id, resource_id),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id)
);
comment on table driver_position_consent is 'Drivers who agreed that their phone says where it is.';
select own_by_tenant('driver_position_consent');
