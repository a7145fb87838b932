import { expect, test } from 'vitest'
import { oldDatabase } from '../testing/old-database.ts'

const { run, migrate } = oldDatabase()

test('an existing endpoint keeps receiving its types, and EDI partners get estimates only when they select them', async () => {
  await migrate('0047_orders_keys.sql')
  await run(`insert into tenant (slug, name) values ('one', 'One Transport')`)
  const edi =
    'order.accepted,order.rejected,order.blocked,order.unblocked,order.cancelled,order.completed,' +
    'stop.at_stop,stop.completed,stop.eta_changed'
  await run(
    `insert into subscription (tenant_id, name, url, event_types, purpose, channel, format, folder, edi_sender, edi_recipient)
     select tenant_id, s.name, 'https://r.example', s.types::text[], s.purpose,
            case when s.format = 'EDI' then 'FOLDER' else 'HTTPS' end, s.format,
            case when s.format = 'EDI' then '/srv' end, case when s.format = 'EDI' then 'US' end,
            case when s.format = 'EDI' then 'ACME' end
       from tenant cross join (values
         ('all', '{}', 'EVENTS', 'JSON'), ('dispatch', '{}', 'DISPATCH', 'JSON'),
         ('some', '{trip.planned,stop.eta_changed}', 'EVENTS', 'JSON'),
         ('edi', '{${edi}}', 'EVENTS', 'EDI'), ('edi of stops', '{stop.completed,stop.eta_changed}', 'EVENTS', 'EDI')
       ) s (name, types, purpose, format)`,
  )
  await migrate()
  const rows = await run('select name, event_types, events_since is not null as counts from subscription order by name')
  const byName = new Map(rows.map(({ name, event_types }) => [name, event_types as string[]]))
  expect(rows.every(({ counts }) => counts)).toBe(true)
  expect(byName.get('all')).toHaveLength(15)
  expect(byName.get('all')).toContain('trip.planned')
  for (const type of ['trip.cancelled', 'resource.unassigned', 'stop.eta_changed']) {
    expect(byName.get('all')).not.toContain(type)
  }
  expect(byName.get('dispatch')).toEqual([])
  expect(byName.get('some')).toEqual(['trip.planned', 'stop.eta_changed'])
  expect(byName.get('edi')).toEqual(edi.split(',').slice(0, -1))
  expect(byName.get('edi of stops')).toEqual(['stop.completed', 'stop.eta_changed'])
})
