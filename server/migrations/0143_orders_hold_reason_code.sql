-- Why Cartage itself holds an order, as a code. It decides who may release the hold and which text a page shows.
alter table transport_order add column hold_reason_code text;
comment on column transport_order.hold_reason_code is
  'Why Cartage itself put it on hold. Null for a reason that a user wrote.';
update transport_order set hold_reason_code = 'CREDIT_LIMIT' where is_blocked and block_reason = 'Credit limit exceeded';
alter table transport_order add check (hold_reason_code is null or is_blocked);

-- Processes of an older version write only the text of the reason. It is the one in `holdReasons` of the contract.
create function order_hold_reason_code() returns trigger language plpgsql as $$
begin
  new.hold_reason_code := case when new.block_reason = 'Credit limit exceeded' then 'CREDIT_LIMIT' end;
  return new;
end $$;
create trigger order_hold_reason_code_of_new before insert on transport_order for each row
  when (new.block_reason is not null and new.hold_reason_code is null)
  execute function order_hold_reason_code();
create trigger order_hold_reason_code_of_changed before update of block_reason on transport_order for each row
  when (old.block_reason is distinct from new.block_reason and old.hold_reason_code is not distinct from new.hold_reason_code)
  execute function order_hold_reason_code();
