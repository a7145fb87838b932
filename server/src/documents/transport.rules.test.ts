import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublished, sentFileName, storedFileName } from './transport.rules.ts'

describe('names of uploaded files', () => {
  test('DOC-2: pod1234.pdf and the default POD.pdf give pod1234_POD.pdf; without a name it is the default', () => {
    expect(storedFileName('pod1234.pdf', 'POD.pdf')).toBe('pod1234_POD.pdf')
    expect(storedFileName('a.b.PDF', 'POD.pdf')).toBe('a.b_POD.pdf')
    expect(storedFileName('noending', 'POD.pdf')).toBe('noending_POD.pdf')
    expect(storedFileName('=?utf-8?B?QzpcYVxww7xkLnBkZg==?=', 'POD.pdf')).toBe('püd_POD.pdf')
    expect(storedFileName(undefined, 'POD.pdf')).toBe('POD.pdf')
  })

  test('FILE-3: any file name is stored without a path or invisible characters, in at most 150 bytes, with its default', () => {
    const hostile = fc.constantFrom(
      '../../etc/passwd',
      '..\\..\\boot.ini',
      'a\r\nSet-Cookie: x=1.pdf',
      'invoice\u202efdp.exe',
      '\ud800.pdf',
      '送'.repeat(200),
      '\0',
      '...',
      ' .pdf',
    )
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (given) => {
        const name = storedFileName(given, 'POD.pdf')
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u)
        expect(name.isWellFormed()).toBe(true)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150)
        expect(name.endsWith('POD.pdf')).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('FILE-3: no header causes an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        const name = sentFileName(header)
        expect(name === undefined || name !== '').toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('ST-12: others are notified of the kinds of document they support', () => {
  expect(isPublished('PROOF_OF_DELIVERY')).toBe(true)
  expect(isPublished('ORIGINAL_CMR')).toBe(false)
})
