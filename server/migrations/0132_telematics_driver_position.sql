-- The phone of a driver may report its position, if the tenant allows it and the driver agrees on the driver's page.

alter table tenant_setting add column driver_positions boolean not null default false;

create table driver_position_consent (
  tenant_id uuid not null,
  -- The driver. The row exists while the driver agrees. The audit trail shows who agreed or withdrew, and when.
  resource_id uuid not null,
  -- The link through which the driver agreed.
  link_id uuid not null,
  -- Earlier positions are not accepted.
  agreed_at timestamptz not null,
  primary key (tenant_id, resource_id),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id)
);
comment on table driver_position_consent is 'Drivers who agreed that their phone reports its position.';
select own_by_tenant('driver_position_consent');
