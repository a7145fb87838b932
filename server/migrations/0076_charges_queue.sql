-- Accepted orders mark themselves to be rated. A reference to tenant would lock its row for each of them, against every
-- other transaction that marks one. The rows are a queue of ids, and are deleted once the rating loop has handled them.
alter table rating_due drop constraint rating_due_tenant_id_fkey;
