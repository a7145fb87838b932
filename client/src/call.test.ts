import { describe, expect, test } from 'vitest'
import { answerOf, Cartage, type KeptToken, Problem, Unreached } from './index.ts'

interface Seen {
  url: string
  method: string
  headers: Record<string, string>
  body: unknown
}

type Reply = (seen: Seen, count: number) => Response

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

/** A client with a function as its server; it also answers token requests unless `token` is given. */
function clientOf(reply: Reply, settings: object = {}, token?: Reply) {
  const seen: Seen[] = []
  const tokens: Seen[] = []
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { method = 'GET', headers, body } = init
    const request = { url: String(input), method, headers: headers as Record<string, string>, body }
    if (!request.url.endsWith('/v1/auth/token')) return reply(request, seen.push(request))
    const count = tokens.push(request)
    return token?.(request, count) ?? json({ access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 })
  }
  const client = { id: 'id', secret: 'sécret' }
  const cartage = new Cartage({
    url: 'https://tms.example/',
    client,
    fetch: fetch as typeof globalThis.fetch,
    ...settings,
  })
  return { cartage, seen, tokens }
}

const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ error: 'No.', message: 'No.', code, request_id: 'r-1', errors: [] }, status, headers)
const none = { items: [], next_cursor: null }

describe('tokens', () => {
  test('CLIENT-30: calls at the same time share one token, which is kept', async () => {
    const { cartage, seen, tokens } = clientOf(() => json(none))
    await Promise.all([cartage.listCompanies(), cartage.listResources()])
    await cartage.listCompanies()
    expect(tokens).toHaveLength(1)
    expect(Buffer.from(tokens[0]!.headers.authorization!.slice(6), 'base64').toString()).toBe('id:sécret')
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer token-1'))
  })

  test('CLIENT-30: a stored token that is refused is renewed, and a refused new one is an error', async () => {
    const written: KeptToken[] = []
    const old = { token: 'old', usableUntil: Date.now() + 1_000_000 }
    const store = { read: async () => old, write: async (token: KeptToken) => void written.push(token) }
    const { cartage, seen } = clientOf(
      ({ headers }) => (headers.authorization === 'Bearer old' ? refused(401, 'unauthenticated') : json(none)),
      { tokens: store },
    )
    await cartage.listCompanies()
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer token-1'])
    expect(written).toEqual([{ token: 'token-1', usableUntil: expect.any(Number) }])

    const wrong = clientOf(() => refused(401, 'unauthenticated'))
    await expect(wrong.cartage.listCompanies()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(wrong.seen).toHaveLength(1)
  })

  test('CLIENT-30: a token that is about to expire is renewed before it is used', async () => {
    const { cartage, seen } = clientOf(
      () => json(none),
      {},
      (_, count) => json({ access_token: `short-${count}`, token_type: 'Bearer', expires_in: count === 1 ? -1 : 3600 }),
    )
    await cartage.listCompanies()
    await cartage.listCompanies()
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer short-2', 'Bearer short-2'])
  })

  test('CLIENT-30: after a failed token request the next call requests one again', async () => {
    const { cartage } = clientOf(
      () => json(none),
      {},
      (_, count) => (count === 1 ? refused(401, 'unauthenticated') : json({ access_token: 'a', expires_in: 3600 })),
    )
    await expect(cartage.listCompanies()).rejects.toThrow(Problem)
    expect(await cartage.listCompanies()).toEqual(none)
  })

  test('webhooks use their own credentials, and a client without them explains this', async () => {
    const { cartage, seen, tokens } = clientOf(() => json(null), { webhook: { id: 'w', secret: 's' } })
    expect(await cartage.importTrip({ body: { text: '<trip/>', type: 'application/xml' } })).toBe(null)
    expect(seen[0]).toMatchObject({ body: '<trip/>', headers: { 'content-type': 'application/xml' } })
    expect(seen[0]!.headers.authorization).toBe(`Basic ${btoa('w:s')}`)
    expect(tokens).toEqual([])
    const without = clientOf(() => json(null)).cartage
    await expect(without.importTrip({ body: {} as never })).rejects.toThrow('webhook: { id, secret }')
  })
})

describe('repeats', () => {
  test('CLIENT-31: every attempt of a creating request has the same key', async () => {
    const { cartage, seen } = clientOf((_, count) =>
      count === 1 ? refused(503, 'unavailable', { 'retry-after': '0' }) : json({ id: 'c' }),
    )
    await cartage.createCompany({ body: { name: 'Mill', currency: 'EUR' } })
    const keys = seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]])
    await cartage.createCompany({ body: { name: 'Mill', currency: 'EUR' } }, { idempotencyKey: 'mine' })
    expect(seen[2]!.headers['idempotency-key']).toBe('mine')
  })

  test('CLIENT-31: a refused request is sent once', async () => {
    const { cartage, seen } = clientOf(() =>
      json({ message: 'name: is required', code: 'validation_failed', errors: [{ path: 'name' }] }, 422),
    )
    const failure = await cartage.createCompany({ body: {} as never }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Problem)
    expect(failure).toMatchObject({ code: 'validation_failed', status: 422, errors: [{ path: 'name' }] })
    expect(seen).toHaveLength(1)
  })

  test('CLIENT-31: Retry-After is respected, and one that is too long is an error at once', async () => {
    const { cartage, seen } = clientOf(() => refused(429, 'rate_limited', { 'retry-after': '3000' }))
    await expect(cartage.listCompanies()).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 3000 })
    expect(seen).toHaveLength(1)
    const soon = clientOf((_, count) => (count < 4 ? refused(429, 'rate_limited', { 'retry-after': '0' }) : json(none)))
    expect(await soon.cartage.listCompanies()).toEqual(none)
  })

  test('CLIENT-31: a network failure is retried, and a proxy error page is an error', async () => {
    const { cartage, seen } = clientOf(
      () => {
        throw new TypeError('fetch failed')
      },
      { attempts: 2 },
    )
    await expect(cartage.listCompanies()).rejects.toThrow(Unreached)
    expect(seen).toHaveLength(2)
    const proxy = clientOf(() => new Response('<html>', { status: 200 }))
    await expect(proxy.cartage.listCompanies()).rejects.toMatchObject({ code: 'unreadable_answer' })
  })

  test('CLIENT-31: a repeated removal succeeds when the first attempt already removed the record', async () => {
    const answers = [refused(500, 'internal_error', { 'retry-after': '0' }), refused(404, 'not_found')]
    const { cartage } = clientOf((_, count) => answers[count - 1]!)
    expect(await cartage.deleteUnavailability({ resource_id: 'r', id: 'u' })).toBe(undefined)
    const first = clientOf(() => refused(404, 'not_found')).cartage
    await expect(first.deleteUnavailability({ resource_id: 'r', id: 'u' })).rejects.toMatchObject({ status: 404 })
  })

  test('the caller can abort a wait', async () => {
    const { cartage } = clientOf(() => refused(503, 'unavailable', { 'retry-after': '50' }))
    const signal = AbortSignal.timeout(20)
    await expect(cartage.listCompanies({}, { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe('requests and answers', () => {
  test('arguments end up where the operation needs them: path, query, headers and body', async () => {
    const { cartage, seen } = clientOf(() => json(none), { webhook: { id: 'w', secret: 's' } })
    await cartage.listResources({ 'external_id:in': 'a,b', cursor: 'c' })
    await cartage.listResourceValidities({ resource_id: 'a/b', start_time: '2026-11-30T00:00:00Z' })
    const file = new Blob(['%PDF'], { type: 'application/pdf' })
    await cartage.importDocument({
      filename: 'a.pdf',
      name: 'CMR',
      'Content-Disposition': 'attachment; filename="a.pdf"',
      body: file as never,
    })
    expect(seen.map(({ url }) => url.slice('https://tms.example'.length))).toEqual([
      '/v1/resources/resource?cursor=c&external_id%3Ain=a%2Cb',
      '/v1/resources/resource/a%2Fb/validity?start_time=2026-11-30T00%3A00%3A00Z',
      '/v1/webhook/document-import?filename=a.pdf&name=CMR',
    ])
    expect(seen[2]!.headers).toMatchObject({
      'content-disposition': 'attachment; filename="a.pdf"',
      'content-type': 'application/pdf',
    })
    await expect(cartage.getOrder({ order_id: '' })).rejects.toThrow('getOrder needs order_id')
  })

  test('files are sent as a form, and received as bytes', async () => {
    const { cartage, seen } = clientOf((_, count) => (count === 1 ? json({ id: 'd' }, 201) : new Response('%PDF')))
    await cartage.uploadDocumentContent({ body: { file: new Blob(['%PDF']) } as never })
    expect(seen[0]!.body).toBeInstanceOf(FormData)
    expect(seen[0]!.headers['content-type']).toBe(undefined)
    expect(await (await cartage.downloadDocument({ id: 'd' })).text()).toBe('%PDF')
  })

  test('CLIENT-32: warnings come with the response and are reported', async () => {
    const warnings = [{ field: 'nmae', code: 'unknown_member', message: 'is unknown' }]
    const reported: unknown[] = []
    const { cartage } = clientOf(
      () => json({ id: 'c' }, 200, { 'cartage-warnings': JSON.stringify(warnings), 'idempotency-replayed': 'true' }),
      { onWarnings: (...given: unknown[]) => reported.push(given) },
    )
    const company = await cartage.createCompany({ body: { name: 'Mill', currency: 'EUR' } })
    expect(answerOf(company)).toMatchObject({ status: 200, warnings, isRepeat: true })
    expect(reported).toEqual([[warnings, 'createCompany']])
  })

  test('CLIENT-32: a list is read page by page, only as far as needed', async () => {
    const { cartage, seen } = clientOf(({ url }) =>
      json(url.endsWith('cursor=2') ? { items: [3], next_cursor: null } : { items: [1, 2], next_cursor: '2' }),
    )
    const all: unknown[] = []
    for await (const company of cartage.each.listCompanies()) all.push(company)
    expect(all).toEqual([1, 2, 3])
    for await (const _ of cartage.each.listCompanies()) break
    expect(seen).toHaveLength(3)
  })

  test('an upload is followed until it is applied', async () => {
    const states = ['IN_PROGRESS', 'IN_PROGRESS', 'COMPLETED']
    const { cartage } = clientOf((_, count) => json({ upload_status: states[count - 1] ?? 'ERROR' }))
    expect(await cartage.followUpload('u')).toEqual({ upload_status: 'COMPLETED' })
    const slow = clientOf(() => json({ upload_status: 'IN_PROGRESS' })).cartage
    expect(await slow.followUpload('u', 0)).toEqual({ upload_status: 'IN_PROGRESS' })
  })
})
