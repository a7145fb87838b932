import { readWarnings, type Warning, warningsHeader } from '@cartage/contract/warnings'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { warn } from './warnings.ts'

function headerOf(warnings: Warning[]): string | undefined {
  const headers: Record<string, string> = {}
  const reply = {
    request: { url: '/v1/companies', headers: {} },
    getHeader: (name: string) => headers[name],
    header: (name: string, value: string) => Object.assign(headers, { [name]: value }),
  }
  warn(reply as unknown as FastifyReply, warnings)
  return headers[warningsHeader]
}

const warning = (message: string): Warning => ({ field: 'vat_number', code: 'vat_number_invalid', message })

test('warnings read back unchanged, with any characters', () => {
  const warnings = [warning('Ωμέγα 北京 🚚 \u007f "quoted" \\ \n'), { ...warning('x'), field: null }]
  const text = headerOf(warnings)!
  expect(text).toMatch(/^[\x20-\x7e]+$/)
  expect(readWarnings(new Headers({ [warningsHeader]: text }))).toEqual(warnings)
})

test('without warnings there is no header, and with many only the first 20 are reported', () => {
  expect(headerOf([])).toBeUndefined()
  expect(readWarnings(new Headers())).toEqual([])
  const many = Array.from({ length: 50 }, (_, index) => warning(`number ${index}`))
  expect(JSON.parse(headerOf(many)!)).toEqual(many.slice(0, 20))
})

test('CLIENT-35: however many and long the warnings are, the header is small enough for proxies', () => {
  const long = Array.from({ length: 50 }, (_, index) => warning(`${index} ${'é'.repeat(100)}`))
  const text = headerOf(long)!
  expect(text.length).toBeLessThanOrEqual(2000)
  expect(JSON.parse(text)).toEqual(long.slice(0, JSON.parse(text).length))
})
