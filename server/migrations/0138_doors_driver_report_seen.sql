-- Remarks and damage reported by drivers are exceptions on Today until a user has seen them (DOOR-6).
alter table driver_act add column seen_at timestamptz;
create index driver_act_unseen on driver_act (tenant_id, received_at) where seen_at is null;
-- DEVIATION: a difference from the order in number or condition (DOOR-12).
alter table driver_act drop constraint driver_act_kind_check;
alter table driver_act add constraint driver_act_kind_check check
  (kind in ('ARRIVE', 'DONE', 'LEAVE', 'SEAL', 'PHOTO', 'SIGNATURE', 'ANSWERS', 'REMARK', 'DEVIATION'));
