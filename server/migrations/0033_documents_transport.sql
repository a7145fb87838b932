-- Transport documents, found by stop and trip; and completed orders whose proof of delivery is missing.

-- Sent in place of a document type. Null for documents without one.
alter table document add column question_path_key text;

-- The same file for the same subject and key is stored once (reliability design 2.7).
create index document_by_purpose on document (tenant_id, subject_id, document_type, content_id);

-- Completed orders only, oldest first, for the search for missing proofs of delivery.
create index transport_order_completed on transport_order (tenant_id, created_at, order_id) where status = 'COMPLETED';
