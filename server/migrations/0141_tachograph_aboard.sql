-- A rest on a ferry or train, as recorded by the driver on the tachograph (TACHO-13).
alter table driver_activity add column is_aboard boolean not null default false;
