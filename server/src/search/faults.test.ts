import { search } from '@cartage/contract/app/shell'
import { createCompany } from '@cartage/contract/companies/endpoints'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { plantFault } from '../testing/plant-fault.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { searchLoop } from './jobs.ts'

const server = await startTestServer()
afterAll(() => server.close())

const waiting = statement(
  'test.search_jobs',
  `select payload ->> 'record_id' as id, attempts, last_error from job where tenant_id = $1 and kind = 'search.write_alone'`,
)
const hurry = statement('test.search_jobs_now', `update job set ready_at = now() where tenant_id = $1`)
const names = ['Vandenberg', 'Callewaert', 'Lambrecht', 'Demeulemeester', 'Verstraete']

async function world() {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  const found = async (text: string) => (await planner(search, { query: { q: text } })).items.map(({ title }) => title)
  const add = (name: string) =>
    tenant.call(createCompany, { body: { name, currency: 'EUR', is_customer: true } as never })
  const jobs = () => tenant.asTenant((tx) => tx.query<{ id: string; attempts: number; last_error: string }>(waiting))
  const follow = async () => {
    const loop = searchLoop(server.ctx)
    while (await loop.run());
  }
  return { tenant, found, add, jobs, follow }
}

test('EACH-3: a record whose search entry cannot be written blocks no other, and is retried until it succeeds', async () => {
  const { tenant, found, add, jobs, follow } = await world()
  await follow()
  const mend = await plantFault(server, 'search_entry', `new.title_key like '%lambrecht%'`)
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, (await add(name)).id)
  await follow()
  for (const name of names) expect(await found(name)).toEqual(name === 'Lambrecht' ? [] : [name])
  expect(await jobs()).toEqual([{ id: ids.get('Lambrecht'), attempts: 0, last_error: null }])
  await add('Goossens')
  await follow()
  expect(await found('Goossens')).toEqual(['Goossens'])
  await tenant.asTenant((tx) => tx.query(hurry))
  await server.drain()
  expect(await jobs()).toMatchObject([{ attempts: 1, last_error: 'planted' }])
  await mend()
  await tenant.asTenant((tx) => tx.query(hurry))
  await server.drain()
  expect(await jobs()).toEqual([])
  expect(await found('Lambrecht')).toEqual(['Lambrecht'])
})

test('SEARCH-4: an empty result states that entries are still pending, and one with matches does not', async () => {
  const { tenant, add, follow } = await world()
  const planner = await tenant.user('PLANNER')
  const ask = (q: string) => planner(search, { query: { q } })
  expect(await ask('Goossens')).toEqual({ items: [], is_behind: true })
  await follow()
  expect(await ask('Goossens')).toEqual({ items: [], is_behind: false })
  await add('Goossens')
  expect(await ask('Goossens')).toEqual({ items: [], is_behind: true })
  await follow()
  expect(await ask('Goossens')).toMatchObject({ items: [{ title: 'Goossens' }] })
  expect(await ask('Lambrecht')).toEqual({ items: [], is_behind: false })
})

test('EACH-3: the first indexing continues around a record that cannot be written', async () => {
  const { found, add, jobs, follow } = await world()
  const mend = await plantFault(server, 'search_entry', `new.title_key like '%callewaert%'`)
  for (const name of names) await add(name)
  await follow()
  expect(await found('Verstraete')).toEqual(['Verstraete'])
  expect(await found('Callewaert')).toEqual([])
  expect(await jobs()).toHaveLength(1)
  await mend()
})
