import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { findHead } from './views.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const server = await startTestServer({ log })
afterAll(() => server.close())

const tomorrow = statement(
  'test.audit_tomorrow',
  `update job set ready_at = ready_at - interval '1 day' where tenant_id = $1`,
)
const jobs = statement(
  'test.audit_jobs',
  `select kind, ready_at > now() + interval '23 hours' as is_tomorrow from job where tenant_id = $1`,
)

test('AUDIT-5: the end of the trail is logged every day', async () => {
  const tenant = await server.tenant()
  const notes = () => lines.filter((line) => 'audit_hash' in line && line.tenant_id === tenant.tenantId)
  await server.drain()
  expect(notes()).toEqual([])
  for (const day of [1, 2]) {
    await tenant.asTenant((tx) => tx.query(tomorrow))
    await server.drain()
    expect(notes()).toHaveLength(day)
    expect(await tenant.asTenant((tx) => tx.query(jobs))).toEqual([{ kind: 'audit.note_head', is_tomorrow: true }])
  }
  const head = (await tenant.asTenant(findHead))!
  expect(notes()[0]).toMatchObject({ audit_sequence: head.sequence, audit_hash: head.hash })
})
