import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expiryOf, linkPath, readLink, writeToken } from './links.rules.ts'

test('a token reads back unchanged, and shortened, longer or foreign ones are refused', () => {
  for (let round = 0; round < 1_000; round += 1) {
    const token = { tenantId: randomUUID(), linkId: randomUUID(), secret: randomBytes(32) }
    const text = writeToken(token)
    expect(text).toMatch(/^[A-Za-z0-9_-]{86}$/)
    expect(readLink(`Link ${text}`)).toEqual(token)
    expect(readLink(`link  ${text} `)).toEqual(token)
    for (const wrong of [text, `Bearer ${text}`, `Link ${text.slice(1)}`, `Link ${text}A`, `Link ${text.slice(1)}=`]) {
      expect(readLink(wrong)).toBeUndefined()
    }
  }
  expect(readLink(undefined)).toBeUndefined()
})

test('LINK-2: the token of a link is in the fragment of its address, which browsers do not send', () => {
  const token = { tenantId: randomUUID(), linkId: randomUUID(), secret: randomBytes(32) }
  for (const door of ['TRACKING', 'CARRIER', 'DRIVER', 'CUSTOMER'] as const) {
    const { pathname, search, hash } = new URL(linkPath(door, token), 'https://haulier.example')
    expect(pathname).toMatch(/^\/(track|carrier|driver|portal)$/)
    expect(search).toBe('')
    expect(hash).toBe(`#${writeToken(token)}`)
  }
})

test('DOOR-7: the link of a carrier works until at least two weeks after its trip', () => {
  const now = new Date('2026-05-04T08:00:00Z')
  expect(expiryOf(now, 7, null).toISOString()).toBe('2026-05-11T08:00:00.000Z')
  expect(expiryOf(now, 7, '2026-05-09T18:00:00Z').toISOString()).toBe('2026-05-23T18:00:00.000Z')
  expect(expiryOf(now, 30, '2026-05-09T18:00:00Z').toISOString()).toBe('2026-06-03T08:00:00.000Z')
})
