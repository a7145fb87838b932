import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { createClient, hasOperator, setLimits } from './operator.ts'
import { expectProblem, setup, Tenant, uploadPath } from './world.ts'

const facts = setup.limited
const secondsOf = (headers: Headers) => Number(headers.get('retry-after'))

/**
 * Sends all requests at once, after the previous second is over. Repeats if they took longer than a second, as may
 * happen on a busy machine, because that proves nothing about the limit.
 */
async function inOneSecond<Result>(send: () => Promise<Result>[]): Promise<Result[]> {
  for (;;) {
    await sleep(1_100)
    const began = performance.now()
    const results = await Promise.all(send())
    if (performance.now() - began < 1_000) return results
  }
}

// One tenant, because hourly limits cannot be reset: these tests run in this order and share its five tokens.
describe.runIf(facts !== null)('a tenant with the published limits', () => {
  const tenant = new Tenant(facts ?? setup.a)

  test('RATE-2: three requests in a second pass and the others are refused', async () => {
    await tenant.bearer()
    const answers = await inOneSecond(() => Array.from({ length: 7 }, () => tenant.get('/v1/me')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  })

  test('RATE-4, ERR-3: a refusal has an error text and the seconds to wait as a whole number', async () => {
    const answers = await inOneSecond(() => Array.from({ length: 6 }, () => tenant.get('/v1/me')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expectProblem(answer, 429, 'rate_limited')
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
  })

  test('RATE-5, RATE-6: a caller that waits as long as Retry-After says is admitted', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => tenant.get('/v1/me')))
    const refused = answers.filter(({ status }) => status === 429)
    await sleep(Math.max(1, ...refused.map(({ headers }) => secondsOf(headers))) * 1_000)
    expect((await tenant.get('/v1/me')).status).toBe(200)
  })

  test('RATE-3: the response lists the windows of a second, ten minutes and an hour', async () => {
    await sleep(1_100)
    const { headers, status } = await tenant.get('/v1/me')
    expect(status).toBe(200)
    const policy = headers.get('ratelimit-policy') ?? ''
    for (const [quota, window] of [
      [3, 1],
      [1200, 600],
      [7200, 3600],
    ]) {
      expect(policy).toMatch(new RegExp(`q=${quota}[^,]*w=${window}(\\D|$)`))
    }
    expect(headers.get('ratelimit')).toMatch(/r=\d+/)
  })

  test('CLIENT-6: a request refused by the rate limit changes nothing', async () => {
    const upload = async () => {
      const body = order()
      return { body, answer: await tenant.post(uploadPath, body) }
    }
    const uploads = await inOneSecond(() => Array.from({ length: 8 }, upload))
    const refused = uploads.filter(({ answer }) => answer.status === 429).map(({ body }) => body)
    expect(refused.length).toBeGreaterThan(0)
    await sleep(3_000)
    // An identifier that was never stored cannot be cancelled.
    const cancel = { operation: 'DELETE', order_identifier: refused[0]!.order_identifier }
    await tenant.refused(cancel, 400, 'order_unknown')
  })

  test('RATE-7: webhooks are outside the limit', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => tenant.webhook('/v1/webhook/order-import', { body: order() })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })

  test('RATE-1: webhook credentials that request tokens have five of their own', async () => {
    const partner = new Tenant({ ...tenant.facts, api_client: tenant.facts.webhook_credentials })
    for (let count = 1; count <= 5; count += 1) expect((await partner.requestToken()).status).toBe(200)
    expectProblem(await partner.requestToken(), 429, 'rate_limited')
  })

  test('RATE-1: five tokens an hour for the tenant, whichever of its clients requests them', async () => {
    for (let count = 2; count <= 5; count += 1) expect((await tenant.requestToken()).status).toBe(200)
    const sixth = await tenant.requestToken()
    expectProblem(sixth, 429, 'rate_limited')
    expect(secondsOf(sixth.headers)).toBeGreaterThan(3_000)
    expect(secondsOf(sixth.headers)).toBeLessThanOrEqual(3_600)
  })

  test.runIf(hasOperator)('RATE-1: another client of the tenant is refused as well', async () => {
    const other = new Tenant({
      ...tenant.facts,
      api_client: await createClient(tenant.facts.tenant.slug, ['API_ORDER']),
    })
    expectProblem(await other.requestToken(), 429)
  })

  test('RATE-1: credentials are checked before the limit, so a stranger learns nothing about it', async () => {
    const stranger = new Tenant({ ...tenant.facts, api_client: { ...tenant.facts.api_client, client_secret: 'wrong' } })
    expectProblem(await stranger.requestToken(), 401)
  })

  test.runIf(hasOperator)('RATE-3: exceeding any one window is enough to be refused', async () => {
    await setLimits(tenant.facts.tenant.slug, '--general', '1000/1,4/600,7200/3600', '--token', '1000/3600')
    await sleep(1_200)
    const fresh = new Tenant(tenant.facts)
    await fresh.bearer()
    const answers = []
    for (let count = 0; count < 6; count += 1) answers.push(await fresh.get('/v1/me'))
    const last = answers.at(-1)!
    expectProblem(last, 429)
    expect(secondsOf(last.headers)).toBeGreaterThan(300)
    await setLimits(tenant.facts.tenant.slug, '--default')
  })
})
