import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { type Candidate, cardNumberField } from './driver.rules.ts'

const selectCandidates = statement(
  'tachograph.select_candidates',
  `select r.resource_id, r.name, r.properties->>'first_name' as first_name, r.properties->>'last_name' as last_name,
          case when exists (select from driver_card c
                             where c.tenant_id = $1 and c.card_number = $2 and c.resource_id = r.resource_id) then 'CARD'
               when left(regexp_replace(upper(r.custom_fields->>'${cardNumberField}'), '[^A-Z0-9]', '', 'g'), 14) = $3
                 then 'NUMBER'
               else 'BIRTH' end as by
     from resource r
    where r.tenant_id = $1 and r.resource_type = 'DRIVER' and not r.is_archived
      and (r.resource_id in (select c.resource_id from driver_card c where c.tenant_id = $1 and c.card_number = $2)
           or left(regexp_replace(upper(r.custom_fields->>'${cardNumberField}'), '[^A-Z0-9]', '', 'g'), 14) = $3
           or left(r.properties->>'date_of_birth', 10) = $4)
    order by r.resource_id`,
)

/**
 * Possible holders of a card.
 * @param card its country with the 14 characters of the driver, those alone, and the date of birth of the holder
 */
export async function findCandidates(
  tx: Tx,
  card: { key: string; number: string; birth: string | null },
): Promise<Candidate[]> {
  return await tx.query<Candidate>(selectCandidates, card.key, card.number, card.birth)
}

const selectDriver = statement(
  'tachograph.select_driver',
  `select resource_id, name from resource
    where tenant_id = $1 and resource_id = $2 and resource_type = 'DRIVER' and not is_archived`,
)

/** A driver, unless archived. */
export async function findDriver(tx: Tx, id: string): Promise<{ resource_id: string; name: string } | undefined> {
  return (await tx.query<{ resource_id: string; name: string }>(selectDriver, id))[0]
}
