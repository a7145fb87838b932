-- What is looked up by id must find the primary key, also while the table is empty: there every index that begins with
-- the tenant costs the same and the newest is taken. The checks of foreign keys are planned once per connection, so one
-- that began with an empty table walked all orders of a customer for each stop that was stored. An index with a
-- predicate is no candidate for a look-up that does not say it (as for the lists in 0041).
drop index transport_order_by_company;
create index transport_order_by_company on transport_order (tenant_id, company_id, created_at desc, order_number desc)
  where created_at > '-infinity';

drop index number_range_by_billing_entity;
create index number_range_by_billing_entity on number_range (tenant_id, billing_entity_id)
  where billing_entity_id is not null;
