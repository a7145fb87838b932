-- Orders that are taken in mark themselves to be rated: a reference to the tenant would lock its row for each of them, against
-- every other transaction that marks one. The rows are a queue of ids, and go when the rating loop has looked at them.
alter table rating_due drop constraint rating_due_tenant_id_fkey;
