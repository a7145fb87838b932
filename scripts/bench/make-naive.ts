/** Writes the two pgbench scripts with the order body that the load generator uploads. */
export function naiveOrder(body: string): string {
  const json = quote(body)
  const tenant = `('00000000-0000-4000-8000-00000000000' || (:t))::uuid`
  return [
    '\\set t random(1, 8)',
    '\\set n random(1, 2000000000)',
    `with ids as (select ${tenant} as tenant_id, gen_random_uuid() as order_id, gen_random_uuid() as consignment_id),`,
    `  u as (insert into naive_upload (tenant_id, upload_id, order_identifier, body)`,
    `          select tenant_id, gen_random_uuid(), 'N-' || :n || '-' || order_id, ${json} from ids),`,
    `  o as (insert into naive_order (tenant_id, order_id, order_identifier, status, customer_reference_number,`,
    `                                 transport_service, doc)`,
    `          select tenant_id, order_id, 'N-' || :n || '-' || order_id, 'TO_PLAN', 'REF', 'GENERAL', ${json} from ids),`,
    `  c as (insert into naive_consignment select tenant_id, consignment_id, order_id, 1 from ids),`,
    `  s as (insert into naive_stop`,
    `          select tenant_id, gen_random_uuid(), order_id, s.sequence, s.role, '2026-01-31', 'Quay 1742', 'Antwerpen', 'BE'`,
    `            from ids, (values (1, 'PICKUP'), (2, 'DELIVERY')) as s(sequence, role)),`,
    `  g as (insert into naive_good`,
    `          select tenant_id, gen_random_uuid(), consignment_id, 'Pallets', 10, 8000 from ids, generate_series(1, 2)),`,
    `  e as (insert into naive_event`,
    `          select tenant_id, gen_random_uuid(), order_id, 'order.accepted', ${quote('{"events":[]}')} from ids)`,
    'select 1;',
    '',
  ].join('\n')
}

/** One durable row per request: the minimum cost of accepting. */
export function naiveAccept(body: string): string {
  return [
    '\\set t random(1, 8)',
    'insert into naive_upload (tenant_id, upload_id, order_identifier, body)',
    `  values (('00000000-0000-4000-8000-00000000000' || (:t))::uuid, gen_random_uuid(), 'A', ${quote(body)});`,
    '',
  ].join('\n')
}

/** pgbench reads `:name` as a variable even inside text, so colons are escaped. */
function quote(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll(':', '\\x3a')}'`
}
