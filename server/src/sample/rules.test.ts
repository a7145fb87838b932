import { expect, test } from 'vitest'
import { sampleCarriers } from '../../../seeds/companies.ts'
import { sampleWorld } from '../../../seeds/world.ts'
import { isVatNumber } from '../companies/checks.rules.ts'
import { carrierPath, decideAnswer } from './receiver.rules.ts'

test('companies of the sample world have VAT numbers whose check digits are right', () => {
  const { companies } = sampleWorld(new Date('2026-03-04T09:12:00Z'))
  const numbers = companies.flatMap(({ vat_number }) => vat_number ?? [])
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers.filter((number) => !isVatNumber(number))).toEqual([])
})

test('one carrier of the sample world reads every trip and says no, so that failures can be looked at', () => {
  const answers = sampleCarriers.slice(0, 3).map((name) => decideAnswer(carrierPath(name), 'no id', 3))
  expect(answers.map(({ status, body }) => [status, 'errors' in body])).toEqual([
    [200, false],
    [200, false],
    [200, true],
  ])
})
