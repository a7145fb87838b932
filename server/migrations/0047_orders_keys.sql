-- Look-ups by id must use the primary key, even while the table is empty. Then every index that begins with the tenant
-- costs the same, and the planner takes the newest. Checks of foreign keys are planned once per connection, so a
-- connection that began with an empty table read all orders of a customer for each inserted stop. An index with a
-- predicate is no candidate for a query that does not repeat it (as for the lists in 0041).
drop index transport_order_by_company;
create index transport_order_by_company on transport_order (tenant_id, company_id, created_at desc, order_number desc)
  where created_at > '-infinity';

drop index number_range_by_billing_entity;
create index number_range_by_billing_entity on number_range (tenant_id, billing_entity_id)
  where billing_entity_id is not null;
