-- Whether new records may be created with their ids of another installation, for an operator who migrates one.
alter table tenant_setting add column accepts_record_ids boolean not null default false;
