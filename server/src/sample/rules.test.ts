import { expect, test } from 'vitest'
import { sampleWorld } from '../../../seeds/world.ts'
import { isVatNumber } from '../companies/checks.rules.ts'

test('companies of the sample world have VAT numbers whose check digits are right', () => {
  const { companies } = sampleWorld(new Date('2026-03-04T09:12:00Z'))
  const numbers = companies.flatMap(({ vat_number }) => vat_number ?? [])
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers.filter((number) => !isVatNumber(number))).toEqual([])
})
