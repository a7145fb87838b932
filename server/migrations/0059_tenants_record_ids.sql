-- Whether new records may bring the ids they have elsewhere: for an operator who carries an installation over.
alter table tenant_setting add column accepts_record_ids boolean not null default false;
