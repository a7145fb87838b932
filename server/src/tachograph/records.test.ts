import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import { afterAll, expect, test } from 'vitest'
import { cardDay } from '../testing/data/driver-card.ts'
import { insertTestResources } from '../testing/data/resources.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { stateFrom } from '../trips/hours/driven.rules.ts'
import { readDriverRecords } from '../trips/hours/driven.views.ts'
import { regulation } from '../trips/hours/law.rules.ts'
import { keepActivities } from './store.ts'
import { stretchesOf } from './stretches.rules.ts'

const server = await startTestServer({ now: () => new Date('2026-11-24T12:00:00Z') })
afterAll(() => server.close())

test('TACHO-9: the card and the last data of the vehicle are read together, for their driver and tenant only', async () => {
  const [tenant, other] = [await server.tenant(), await server.tenant()]
  const [anna, jan] = await insertTestResources(tenant, [{ name: 'Anna' }, { name: 'Jan' }])
  const day = cardDay('2026-11-24', '00:00 REST', '06:00 DRIVING', '10:00 REST')
  const card = { card_number: 'NL:1', resource_id: anna!, valid_until: null }
  await tenant.asTenant((tx) => keepActivities(tx, card, stretchesOf([day])))
  await tenant.webhook(updateTracking, {
    body: {
      updates: [
        {
          tracking_match: { matches_any: [{ resource: { driver: { name: { matches_any: ['Anna'] } } } }] },
          tracking_update_data: [
            {
              tachograph: {
                ...{ timestamp: '2026-11-24T11:30:00Z', activity: 'DRIVING' as const },
                next_break_at: '2026-11-24T12:00:00Z',
              },
            },
          ],
        },
      ],
    },
  })
  const span = ['2026-11-10T00:00:00Z', '2026-11-26T00:00:00Z'] as const
  const records = await tenant.asTenant((tx) => readDriverRecords(tx, [anna!, jan!], ...span))
  expect([...records.keys()]).toEqual([anna])
  const known = stateFrom(records.get(anna!)!, Date.parse('2026-11-24T12:00:00Z') / 60_000, regulation)
  expect(known).toMatchObject({ source: 'VEHICLE', state: { since: 240 } })
  expect((await other.asTenant((tx) => readDriverRecords(tx, [anna!], ...span))).size).toBe(0)
})
