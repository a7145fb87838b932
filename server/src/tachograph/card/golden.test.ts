import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cardDaysOf } from './activities.rules.ts'
import { identityOf } from './identity.rules.ts'

// Reference card files, if present next to the checkout, each compared with the results of another reader.
const folder = ['../shared', '../../shared']
  .map((path) => join(process.cwd(), path, 'data/tachograph'))
  .find((path) => existsSync(path))

const bytesOf = (name: string) => Buffer.from(readFileSync(join(folder!, `${name}.b64`), 'latin1'), 'base64')
const goldenOf = (name: string): Any => JSON.parse(readFileSync(join(folder!, `${name}.golden.json`), 'utf8'))

interface Any {
  readonly [name: string]: Any
  readonly [index: number]: Any
  readonly value: Any
}

const nation = (value: Any) => (String(value) === 'FINLAND' ? 'FI' : null)
const day = (date: Any) => [date.year, date.month, date.day].map((part) => String(part).padStart(2, '0')).join('-')
test.skipIf(!folder)('TACHO-1: the holder of a card equals the result of independent readers', () => {
  const { card, driverCardHolder: holder } = goldenOf('identification')
  const number = card!.driverIdentification!
  expect(identityOf(bytesOf('identification'))).toEqual({
    card: {
      nation: nation(card!.cardIssuingMemberState!),
      number: ['driverIdentificationNumber', 'cardReplacementIndex', 'cardRenewalIndex']
        .map((name) => String(number[name]!.value))
        .join(''),
      authority: card!.cardIssuingAuthorityName!.value,
      issuedAt: card!.cardIssueDate,
      validFrom: card!.cardValidityBegin,
      validUntil: card!.cardExpiryDate,
    },
    holder: {
      surname: holder!.cardHolderSurname!.value,
      firstNames: holder!.cardHolderFirstNames!.value,
      birthDate: day(holder!.cardHolderBirthDate!),
      language: holder!.cardHolderPreferredLanguage!.value,
    },
  })
})

test.skipIf(!folder)('TACHO-3: the days of a real card are read from the newest to the oldest', () => {
  const { days, isWhole } = cardDaysOf(bytesOf('activity'))
  expect([days.length, isWhole, days[0]!.date, days.at(-1)!.date]).toEqual([145, true, '2025-04-15', '2025-09-12'])
  expect(days.every(({ changes }) => changes[0]?.minute === 0)).toBe(true)
})
