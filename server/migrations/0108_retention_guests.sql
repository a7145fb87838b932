-- People of customers who were invited to the portal are erased like others (RET-5), and so are people who signed on
-- the phone of a driver.

alter table retention_run
  drop constraint retention_run_person_type_check,
  add constraint retention_run_person_type_check check (person_type in ('DRIVER', 'CONTACT', 'USER', 'PORTAL'));
alter table erased_person
  drop constraint erased_person_person_type_check,
  add constraint erased_person_person_type_check check (person_type in ('DRIVER', 'CONTACT', 'USER', 'PORTAL'));

-- Texts and signatures of people, until the contacts of the order are erased.
create index driver_act_with_people on driver_act (tenant_id, received_at) where detail ?| array['signed_by', 'text', 'answers'];
-- Links with the name of their holder.
create index door_link_with_label on door_link (tenant_id, expires_at) where label is not null;
