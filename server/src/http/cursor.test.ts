import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createVault } from '../vault.ts'
import { type CursorFilters, openCursor, sealCursor } from './cursor.ts'
import { Problem } from './problem.ts'

const vault = createVault(new Map([[1, Buffer.alloc(32, 'cursor tests')]]))
const place = { vault, tenantId: '6b1f6f0e-3d0c-4a57-9d3c-1f2f3a4b5c6d', endpoint: 'listThings' }
const now = Date.UTC(2026, 5, 1)
const life = { now, seconds: 86_400 }

/** Error code of opening a cursor; undefined if it opens. */
function refusal(text: string, filters: CursorFilters = {}, at = now, where = place): string | undefined {
  try {
    openCursor(where, text, filters, at)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    const problem = error as Problem
    expect(problem.status).toBe(422)
    expect(problem.errors).toMatchObject([{ field: 'cursor', path: 'cursor' }])
    return problem.code
  }
}

const keys = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer()), { maxLength: 3 })
const filterSets = fc.dictionary(fc.constantFrom('status', 'type', 'since'), fc.string())

describe('a cursor', () => {
  test('returns key and filters, and uses only characters that need no escaping (CLIENT-14)', () => {
    fc.assert(
      fc.property(keys, filterSets, (key, filters) => {
        const text = sealCursor(place, { key, filters }, life)
        expect(text).toMatch(/^[A-Za-z0-9\-_.~]+$/)
        expect(openCursor(place, text, {}, now)).toEqual({ key, filters: { ...filters } })
        expect(openCursor(place, text, filters, now).key).toEqual(key)
      }),
    )
  })

  test('is refused when any byte, any bit or any character of it is changed', () => {
    const text = sealCursor(place, { key: [42, 'last'], filters: { status: 'DONE' } }, life)
    const bytes = Buffer.from(text, 'base64url')
    for (let index = 0; index < bytes.length * 8; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index >> 3]! ^= 1 << (index & 7)
      expect(refusal(changed.toString('base64url'))).toBe('cursor_invalid')
    }
    for (let index = 0; index < text.length; index += 1) {
      const other = text[index] === 'A' ? 'B' : 'A'
      expect(refusal(text.slice(0, index) + other + text.slice(index + 1))).toBe('cursor_invalid')
      expect(refusal(text.slice(0, index))).toBe('cursor_invalid')
    }
    expect(refusal(`${text}=`)).toBe('cursor_invalid')
    expect(refusal(`${text} `)).toBe('cursor_invalid')
  })

  test('is refused for any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(refusal(text)).toBe('cursor_invalid')
      }),
    )
  })

  test('is bound to its tenant and its list', () => {
    const text = sealCursor(place, { key: [1] }, life)
    expect(refusal(text, {}, now, { ...place, tenantId: '00000000-0000-4000-8000-000000000000' })).toBe(
      'cursor_invalid',
    )
    expect(refusal(text, {}, now, { ...place, endpoint: 'listOthers' })).toBe('cursor_invalid')
  })

  test('lasts exactly 24 hours, unless it is created to last', () => {
    const text = sealCursor(place, { key: [1] }, life)
    expect(refusal(text, {}, now + 86_400_000)).toBeUndefined()
    expect(refusal(text, {}, now + 86_400_001)).toBe('cursor_invalid')
    const lasting = sealCursor(place, { key: [1] }, { now, seconds: null })
    expect(refusal(lasting, {}, now + 80 * 86_400_000)).toBeUndefined()
  })

  test('accepts an identical filter next to it and no other (CLIENT-15)', () => {
    const text = sealCursor(place, { key: [1], filters: { status: 'DONE', type: undefined } }, life)
    expect(refusal(text, { status: 'DONE' })).toBeUndefined()
    expect(refusal(text, {})).toBeUndefined()
    expect(refusal(text, { status: undefined })).toBeUndefined()
    expect(refusal(text, { status: 'OPEN' })).toBe('cursor_invalid')
    expect(refusal(text, { type: 'A' })).toBe('cursor_invalid')
  })
})
