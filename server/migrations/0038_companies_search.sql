-- For searches of archived companies, and for documents, latest first.

create index company_archived on company (tenant_id, name_key) where is_archived;
create index document_by_creation on document (tenant_id, created_at desc, document_id desc);
