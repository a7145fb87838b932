-- Companies as screens look for them among those out of use, and documents, latest first.

create index company_archived on company (tenant_id, name_key) where is_archived;
create index document_by_creation on document (tenant_id, created_at desc, document_id desc);
