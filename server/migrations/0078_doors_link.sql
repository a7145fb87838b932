-- Links to one page for a person without an account: tracking of an order, a trip for its carrier, the day of a driver.

create table door_link (
  tenant_id uuid not null references tenant,
  door_link_id uuid not null,
  door text not null check (door in ('TRACKING', 'CARRIER', 'DRIVER')),
  -- Digest of the 32 random bytes in the link, so that no link can be built from the contents of this table.
  secret_digest bytea not null,
  -- The record that it opens. A link may outlive its record; then it opens nothing.
  order_id uuid,
  trip_id uuid,
  company_id uuid,
  resource_id uuid,
  -- Language of the page until the reader chooses another one. Null: the language of the browser.
  language text,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Id of the user. Null for Cartage itself.
  created_by text,
  created_at timestamptz not null default now(),
  -- With a precision of one minute.
  last_used_at timestamptz,
  primary key (tenant_id, door_link_id),
  check (case door
           when 'TRACKING' then order_id is not null and num_nonnulls(trip_id, company_id, resource_id) = 0
           when 'CARRIER' then num_nonnulls(trip_id, company_id) = 2 and num_nonnulls(order_id, resource_id) = 0
           else resource_id is not null and num_nonnulls(order_id, trip_id, company_id) = 0
         end)
);
comment on table door_link is 'Links that open one page without an account: of one order, one trip for one carrier, or one driver.';
create index door_link_by_order on door_link (tenant_id, order_id) where order_id is not null;
create index door_link_by_trip on door_link (tenant_id, trip_id) where trip_id is not null;
create index door_link_by_resource on door_link (tenant_id, resource_id) where resource_id is not null;
select own_by_tenant('door_link');

alter table audit_record
  drop constraint audit_record_actor_kind_check,
  add constraint audit_record_actor_kind_check
    check (actor_kind in ('client', 'user', 'webhook', 'link', 'operator', 'system'));
