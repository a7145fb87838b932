import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { createUser, setUserDisabled } from '../../auth/users/commands.ts'
import { readConfig } from '../../config.ts'
import { type MailServer, startMailServer } from '../../testing/servers/mail.ts'
import { addReceiver, eventsOf, passTime, publish } from '../../testing/servers/receiver.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { pauseSubscription, resumeSubscription } from './commands.ts'
import { pausedLetter } from './paused.rules.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://tms.haulier.example',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    SMTP_FROM: 'Cartage <tms@haulier.example>',
    SMTP_PLAIN: 'private',
  })
  server = await startTestServer({ config })
})
afterEach(() => {
  mail.letters.length = 0
  mail.isBroken = false
  server.answerWith(() => ({}))
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

function join(tenant: TestTenant, email: string, role: string) {
  return createUser(server.ctx, tenant.tenantId, byOperator, { email, name: 'Somebody', role })
}

/** A tenant with users and an endpoint that is gone permanently. */
async function pausedByItself() {
  const tenant = await server.tenant()
  const name = tenant.slug
  await join(tenant, `one-${name}@pause.example`, 'SUPER_ADMIN')
  await join(tenant, `two-${name}@pause.example`, 'SUPER_ADMIN')
  await join(tenant, `planner-${name}@pause.example`, 'PLANNER')
  const out = await join(tenant, `out-${name}@pause.example`, 'SUPER_ADMIN')
  await setUserDisabled(server.ctx, tenant.tenantId, byOperator, out.email, true)
  const { subscription_id } = await addReceiver(server, tenant)
  server.answerWith(() => ({ status: 410 }))
  await publish(tenant, eventsOf(server.ctx.newId(), 1))
  return { tenant, name, subscription_id }
}

test('when an endpoint is paused because of its responses, the Super admins who can log in get one letter', async () => {
  const { tenant, name } = await pausedByItself()
  await server.drain()
  await server.drain()
  expect(mail.letters).toHaveLength(1)
  // E-mails wrap long lines with an equals sign.
  const letter = mail.letters[0]!.replace(/=\r\n/g, '')
  expect(letter).toContain(`To: one-${name}@pause.example, two-${name}@pause.example`)
  expect(letter).not.toContain(`out-${name}`)
  expect(letter).not.toContain(`planner-${name}`)
  expect(letter).toContain('410 Gone')
  expect(letter).toContain('https://tms.haulier.example/settings/receivers')
  await passTime(tenant, 7_200)
  await server.drain()
  expect(mail.letters).toHaveLength(1)
})

test('each pause has its letter: a resumed endpoint that fails again is reported again', async () => {
  const { tenant, subscription_id } = await pausedByItself()
  await server.drain()
  await resumeSubscription(server.ctx, tenant.tenantId, byOperator, subscription_id)
  await server.drain()
  await server.drain()
  expect(mail.letters).toHaveLength(2)
})

test('a letter that the mail server refused is sent later', async () => {
  mail.isBroken = true
  const { tenant } = await pausedByItself()
  await server.drain()
  expect(mail.letters).toEqual([])
  mail.isBroken = false
  const text = `update job set ready_at = now() where tenant_id = $1 and kind = 'deliveries.tell_paused'`
  await tenant.asTenant((tx) => tx.query({ name: 'test.hurry_jobs', text }))
  await server.drain()
  expect(mail.letters).toHaveLength(1)
})

test('pausing an endpoint by hand sends no letter', async () => {
  const tenant = await server.tenant()
  await join(tenant, `hand-${tenant.slug}@pause.example`, 'SUPER_ADMIN')
  const { subscription_id } = await addReceiver(server, tenant)
  await pauseSubscription(server.ctx, tenant.tenantId, byOperator, subscription_id, 'moving house')
  await server.drain()
  expect(mail.letters).toEqual([])
})

test('the name of an endpoint cannot add lines to the header of a letter', () => {
  const endpoint = { name: 'a\r\nBcc: thief@evil.example', tenant_name: 'De Lange' }
  const { subject } = pausedLetter(['a@b.example'], endpoint, 'It failed.', 'https://tms.example/settings/receivers')
  expect(subject).not.toMatch(/[\r\n]/)
})
