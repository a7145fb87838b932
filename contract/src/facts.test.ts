import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { interfaceDifferences, interfaceFacts } from './interface-facts.ts'
import { openapiDocument } from './openapi.ts'

const fixture = (name: string) => new URL(`../fixtures/${name}`, import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(fixture(name), 'utf8'))

const missingFile = 'interface-missing.json'
const expected = read('interface-facts.json')
const allowed: { [difference: string]: string } = read(missingFile)
const ours = interfaceFacts(openapiDocument())
const differences = interfaceDifferences(expected, ours)

test('every gap of the interface is in the list of missing facts', () => {
  expect(differences.filter((difference) => !(difference in allowed))).toEqual([])
})

test('the list of missing facts has no entry that exists by now; UPDATE_FACTS=1 removes it', () => {
  const settled = Object.keys(allowed).filter((difference) => !differences.includes(difference))
  if (process.env.UPDATE_FACTS === '1') {
    const left = Object.entries(allowed).filter(([difference]) => !settled.includes(difference))
    writeFileSync(fixture(missingFile), onePerLine(left))
  } else {
    expect(settled).toEqual([])
  }
})

test('every entry of the list has a reason', () => {
  for (const [difference, reason] of Object.entries(allowed)) expect(reason, difference).toMatch(/\S/)
})

test('the comparison detects a missing member, value, parameter, response and operation', () => {
  const smaller = structuredClone(expected)
  smaller.schemas.Entity.members = ['name']
  smaller.schemas.UploadStatus.values = ['IN_PROGRESS']
  smaller.operations['GET /v1/orders/order/{order_id}'].parameters = []
  delete smaller.operations['POST /v1/orders/order/upload'].responses[200]
  delete smaller.operations['GET /v1/me']
  expect(interfaceDifferences(expected, smaller)).toEqual(
    expect.arrayContaining([
      'Entity.code is missing',
      'UploadStatus lacks the value DUPLICATE',
      'GET /v1/orders/order/{order_id}: parameter path order_id* is missing',
      'POST /v1/orders/order/upload: answer 200 is missing',
      'GET /v1/me is missing',
    ]),
  )
  expect(interfaceDifferences(expected, expected)).toEqual([])
})

function onePerLine(entries: [string, string][]): string {
  return `{\n${entries.map(([name, reason]) => `  ${JSON.stringify(name)}: ${JSON.stringify(reason)}`).join(',\n')}\n}\n`
}
