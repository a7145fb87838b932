alter table message add column had_no_effect boolean not null default false;
comment on column message.had_no_effect is
  'Nothing of it was applied, so it does not use up its key: it is applied when it is sent again.';
