-- Links to the orders of one customer, for a person who works there.

alter table door_link
  add column person_name text,
  add column person_email text,
  drop constraint door_link_door_check,
  add constraint door_link_door_check check (door in ('TRACKING', 'CARRIER', 'DRIVER', 'CUSTOMER')),
  drop constraint door_link_check,
  add constraint door_link_check
    check (case door
             when 'TRACKING' then order_id is not null and num_nonnulls(trip_id, company_id, resource_id) = 0
             when 'CARRIER' then num_nonnulls(trip_id, company_id) = 2 and num_nonnulls(order_id, resource_id) = 0
             when 'CUSTOMER' then company_id is not null and num_nonnulls(order_id, trip_id, resource_id) = 0
             else resource_id is not null and num_nonnulls(order_id, trip_id, company_id) = 0
           end);
comment on table door_link is
  'Links that open one page without an account: of an order, a trip for its carrier, a driver, or a customer.';
create index door_link_by_customer on door_link (tenant_id, company_id) where door = 'CUSTOMER';
