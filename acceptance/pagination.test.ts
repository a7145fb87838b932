import type { EventPage } from '@cartage/contract/events/endpoints'
import { beforeAll, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { a, b, expectProblem, instant, pathsOf, unique, waitFor } from './world.ts'

const created = 130
const read = (cursor?: string) =>
  a.get<EventPage>(cursor === undefined ? '/v1/events' : `/v1/events?cursor=${encodeURIComponent(cursor)}`)

async function walk(): Promise<EventPage[]> {
  const pages: EventPage[] = []
  let cursor: string | null | undefined
  do {
    const { status, body, text } = await read(cursor ?? undefined)
    expect(status, text).toBe(200)
    pages.push(body)
    cursor = body.next_cursor
  } while (cursor !== null)
  return pages
}

beforeAll(async () => {
  // More events than one page holds; other tests add more meanwhile.
  const records = await Promise.all(
    Array.from({ length: created }, () => a.upload(order({ order_identifier: unique() }))),
  )
  for (const { upload_id } of records) await a.settled(upload_id)
  await waitFor(async () => (await walk()).flatMap(({ items }) => items).length >= created)
})

test('PAGE-1, CLIENT-13: without a cursor the first page is returned, with items and next_cursor', async () => {
  const { body } = await read()
  expect(body.items).toHaveLength(100)
  expect(body.next_cursor).toEqual(expect.any(String))
  expect(body.items.every((event) => instant.test(event.occurred_at))).toBe(true)
})

test('PAGE-2: next_cursor leads through every event once, in order, and null ends the list', async () => {
  const pages = await walk()
  expect(pages.length).toBeGreaterThan(1)
  const events = pages.flatMap(({ items }) => items)
  expect(new Set(events.map((event) => event.event_id)).size).toBe(events.length)
  const positions = events.map((event) => event.position)
  expect(positions).toEqual([...positions].sort((one, other) => one - other))
  expect(pages.at(-1)?.next_cursor).toBeNull()
})

test('PAGE-3: a page may be empty, and a caller at the end continues from there later', async () => {
  const last = (await walk()).at(-1)!
  const { status, body } = await read(last.resume_cursor)
  expect(status).toBe(200)
  expect(Array.isArray(body.items)).toBe(true)
  expect(body.resume_cursor).toEqual(expect.any(String))
})

test('PAGE-4, CLIENT-15: a cursor sent twice is refused, and unknown parameters next to it are ignored', async () => {
  const cursor = (await read()).body.next_cursor!
  const twice = await a.get(`/v1/events?cursor=${cursor}&cursor=${cursor}`)
  expectProblem(twice, 422)
  expect((await a.get(`/v1/events?cursor=${cursor}&unknown=1`)).status).toBe(200)
})

test('PAGE-5: a damaged, invented or foreign cursor is 422 on cursor', async () => {
  const cursor = (await read()).body.next_cursor!
  const middle = Math.floor(cursor.length / 2)
  const damaged = cursor.slice(0, middle) + (cursor[middle] === 'A' ? 'B' : 'A') + cursor.slice(middle + 1)
  for (const bad of [damaged, 'x', '1', cursor.slice(0, -1), `${cursor}A`]) {
    expect(pathsOf(expectProblem(await read(bad), 422, 'cursor_invalid'))).toEqual(['cursor'])
  }
  expectProblem(await b.get(`/v1/events?cursor=${cursor}`), 422, 'cursor_invalid')
})

test('PAGE-6: the page has 100 entries, there is no limit parameter and no total', async () => {
  const { body } = await a.get<EventPage>('/v1/events?limit=1&page_size=1')
  expect(body.items).toHaveLength(100)
  expect(Object.keys(body).sort()).toEqual(['items', 'next_cursor', 'resume_cursor'])
})

test('CLIENT-14: a cursor may be pasted into an address unescaped', async () => {
  const { body } = await read()
  expect(body.next_cursor).toMatch(/^[A-Za-z0-9\-_.~]+$/)
  expect(body.resume_cursor).toMatch(/^[A-Za-z0-9\-_.~]+$/)
})

test('CLIENT-16: unknown query parameters are ignored', async () => {
  expect((await a.get('/v1/events?updated_after=2025-01-01T00:00:00Z&x=%2B')).status).toBe(200)
})
