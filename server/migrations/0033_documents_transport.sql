-- Documents of transport: found by stop and trip, and completed orders that still lack their proof of delivery.

-- What the sender named in place of a document type; null for documents that came in another way.
alter table document add column question_path_key text;

-- The same file for the same thing under the same key again is the document that is there (reliability design 2.7).
create index document_by_purpose on document (tenant_id, subject_id, document_type, content_id);

-- Orders that are done, oldest first, for the look for missing proofs of delivery. No other order is in it.
create index transport_order_completed on transport_order (tenant_id, created_at, order_id) where status = 'COMPLETED';
