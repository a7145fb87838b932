import { askForReset, readLink } from '@cartage/contract/auth/app/account'
import { inviteUser } from '@cartage/contract/auth/app/users'
import { client } from '@cartage/contract/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { ConfigError, readConfig } from '../../config.ts'
import { type MailServer, startMailServer } from '../../testing/servers/mail.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { injectedFetch, type TestTenant } from '../../testing/test-tenant.ts'
import { createUser } from './commands.ts'

let mail: MailServer
let server: TestServer
let tenant: TestTenant
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
  tenant = await server.tenant()
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const stranger = () => client('', { 'sec-fetch-site': 'same-origin' }, injectedFetch(server.app))

/** Token of the link in a mail, whose long lines are folded with an equals sign. */
function tokenIn(letter: string): string {
  const link = /https:\/\/tms\.haulier\.example\/accept#([A-Za-z0-9_-]{43})/.exec(letter.replace(/=\r\n/g, ''))
  return link?.[1] ?? ''
}

test('an invitation is mailed with a working link, which is shown as well', async () => {
  const link = await invite('piet@mail.example')
  expect(link.mail).toBe('sent')
  expect(mail.letters).toHaveLength(1)
  expect(mail.letters[0]).toContain('To: piet@mail.example')
  expect(mail.letters[0]).toContain('From: Cartage <tms@haulier.example>')
  expect(tokenIn(mail.letters[0]!)).toBe(link.path.split('#')[1])
})

test('when the mail server refuses, only the letter is lost', async () => {
  mail.isBroken = true
  expect(await invite('jan@mail.example')).toMatchObject({ mail: 'failed', path: expect.stringContaining('/accept#') })
  mail.isBroken = false
})

test('a user who forgot the password gets a link; for an unknown address no letter is sent and the response is the same', async () => {
  const request = { email: 'ada@mail.example', name: 'Ada', role: 'PLANNER' }
  await createUser(server.ctx, tenant.tenantId, byOperator, request)
  mail.letters.length = 0
  const ask = (email: string) => stranger()(askForReset, { body: { email } })
  expect(await ask('nobody@mail.example')).toEqual(await ask(' ADA@mail.example '))
  await expect.poll(() => mail.letters).toHaveLength(1)
  const token = tokenIn(mail.letters[0]!)
  expect(await stranger()(readLink, { body: { token } })).toMatchObject({ purpose: 'RESET', email: 'ada@mail.example' })
  await expect(ask('ada@mail.example')).rejects.toMatchObject({ status: 429 })
})

test('mail without the address of the server, or without a sender, is refused at the start', () => {
  const base = { SMTP_URL: 'smtps://mail.example', SMTP_FROM: 'a@b.example', PUBLIC_URL: 'https://tms.example' }
  expect(readConfig(base).smtp_url).toBe('smtps://mail.example')
  expect(() => readConfig({ ...base, PUBLIC_URL: '' })).toThrow(ConfigError)
  expect(() => readConfig({ ...base, SMTP_FROM: '' })).toThrow(ConfigError)
  expect(() => readConfig({ ...base, SMTP_URL: 'https://mail.example' })).toThrow(ConfigError)
})

async function invite(email: string) {
  const headers = await adminHeaders()
  const call = client('', headers, injectedFetch(server.app))
  return await call(inviteUser, { body: { email, name: 'Piet', role: 'PLANNER' } })
}

/** Cookies of an https server have other names than in the other tests. */
async function adminHeaders(): Promise<Record<string, string>> {
  const email = `admin-${mail.letters.length}-${Math.trunc(performance.now())}@mail.example`
  const { password } = await createUser(server.ctx, tenant.tenantId, byOperator, {
    email,
    name: 'A',
    role: 'SUPER_ADMIN',
  })
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const payload = JSON.stringify({ email, password })
  const answer = await server.app.inject({ method: 'POST', url: '/app/session', headers, payload })
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  return { 'sec-fetch-site': 'same-origin', cookie, 'x-csrf-token': answer.json<{ csrf_token: string }>().csrf_token }
}
