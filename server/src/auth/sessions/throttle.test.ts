import { changePassword } from '@cartage/contract/auth/app/account'
import { login } from '@cartage/contract/auth/app/session'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { createUser } from '../users/commands.ts'
import { createThrottle } from './throttle.store.ts'

let clock = Date.UTC(2026, 10, 25, 8, 0, 0)
const server = await startTestServer({ now: () => new Date(clock) })
const second = await startTestServer({ db: server.ctx.db, now: () => new Date(clock) })
afterAll(async () => {
  await second.close()
  await server.close()
})

let count = 0
async function person() {
  const tenant = await server.tenant()
  count += 1
  const request = { email: `p${count}@throttle.example`, name: 'Piet', role: 'PLANNER' }
  return { tenant, ...(await createUser(server.ctx, tenant.tenantId, byOperator, request)) }
}

function logIn(body: object, remoteAddress: string, on = server) {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  return on.app.inject({ method: 'POST', url: login.path, headers, payload: JSON.stringify(body), remoteAddress })
}

const block = (index: number) => `2001:db8:${(index >> 8).toString(16)}:${(index & 255).toString(16)}::1`

test('TOKEN-5: failures count for all processes and after a restart, and 64 bits of IPv6 are one place', async () => {
  const { email, password } = await person()
  for (let index = 0; index < 10; index += 1) {
    const there = index % 2 === 0 ? server : second
    expect((await logIn({ email, password: 'wrong' }, `2001:db8:0:7::${index + 1}`, there)).statusCode).toBe(401)
  }
  const restarted = await startTestServer({ db: server.ctx.db, now: () => new Date(clock) })
  expect((await logIn({ email, password }, '2001:db8:0:7::ffff', restarted)).statusCode).toBe(429)
  await restarted.close()
  clock += 61_000
  expect((await logIn({ email, password }, '2001:db8:0:7::ffff')).statusCode).toBe(200)
})

test('TOKEN-5: filling the table with other keys does not release a blocked one', async () => {
  const throttle = createThrottle(server.ctx)
  const key = (name: string) => ({ keys: [{ key: name, allowed: 1, spanMs: 60_000 }] })
  await throttle.begin(key('blocked'), clock)
  for (let index = 0; index < 1_000; index += 1) await throttle.begin(key(`other ${index}`), clock)
  expect(await throttle.begin(key('blocked'), clock)).toBe(60)
  const { rows } = await server.ctx.db.shared.query(
    "select count(*)::integer as n from failed_attempt where times <> '{}'",
  )
  expect(rows[0].n).toBeGreaterThan(1_000)
})

test('TOKEN-5: an account that fails from everywhere waits longer each time; its owner gets in from her usual place', async () => {
  const { email, password } = await person()
  const home = '198.51.100.7'
  expect((await logIn({ email, password }, home)).statusCode).toBe(200)
  for (let index = 0; index < 50; index += 1) {
    expect((await logIn({ email, password: 'wrong' }, block(index))).statusCode).toBe(401)
  }
  const waits: number[] = []
  for (let index = 0; index < 12; index += 1) {
    const refused = await logIn({ email, password: 'wrong' }, block(100 + index))
    expect(refused.statusCode).toBe(429)
    waits.push(Number(refused.headers['retry-after']))
    clock += waits.at(-1)! * 1_000
    expect((await logIn({ email, password: 'wrong' }, block(200 + index))).statusCode).toBe(401)
  }
  expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16])
  expect(Math.max(...waits)).toBeLessThanOrEqual(900)
  expect((await logIn({ email, password }, block(300))).statusCode).toBe(429)
  expect((await logIn({ email, password }, home)).statusCode).toBe(200)
  // The owner's login ends the wait for everyone.
  expect((await logIn({ email, password }, block(301))).statusCode).toBe(200)
})

test('TOKEN-5: guesses of the current password are limited too', async () => {
  const { tenant } = await person()
  const call = await tenant.user('PLANNER')
  const guess = () => call(changePassword, { body: { current_password: 'wrong', new_password: 'grey otters whistle' } })
  for (let index = 0; index < 5; index += 1) await expect(guess()).rejects.toMatchObject({ status: 422 })
  await expect(guess()).rejects.toMatchObject({ status: 429 })
})
