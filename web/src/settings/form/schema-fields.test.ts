import { settingKinds } from '@cartage/contract/tenants/app/kinds'
import { TenantSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { i18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { schemaFaults } from './schema-fault.ts'
import { emptyValues, fieldsOf, namesOf, type SchemaField, valuesToSend } from './schema-fields.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const schema = z.strictObject({
  code: z.string().min(1),
  alias: z.string().min(1).nullable().default(null),
  rank: z.int().default(0),
  isOn: z.boolean().nullable().default(null),
  style: z.enum(['NONE', 'FULL']).default('NONE'),
  subjects: z.array(z.enum(['A', 'B'])).default([]),
  sizes: z.array(z.strictObject({ name: z.string(), width: z.number().optional() })).default([]),
})
const fields = fieldsOf(schema)

test('each member becomes a field of its kind, through defaults and null', () => {
  expect(fields.map(({ name, kind, isNullable }) => [name, kind, isNullable])).toEqual([
    ['code', 'text', false],
    ['alias', 'text', true],
    ['rank', 'number', false],
    ['isOn', 'flag', true],
    ['style', 'choice', false],
    ['subjects', 'choices', false],
    ['sizes', 'rows', false],
  ])
})

test('an empty form has the defaults and, apart from required fields, is valid', () => {
  const values = emptyValues(fields)
  expect(values).toEqual({ code: '', alias: null, rank: 0, isOn: null, style: 'NONE', subjects: [], sizes: [] })
  expect(Object.keys(schemaFaults(schema, values))).toEqual(['code'])
})

test('typed numbers are sent as numbers, cleared texts as null, rows without empty values', () => {
  const typed = { ...emptyValues(fields), code: 'X', alias: '', rank: ' 7 ', sizes: [{ name: 'big', width: '' }] }
  expect(valuesToSend(fields, typed, 'nl-NL')).toMatchObject({
    code: 'X',
    alias: null,
    rank: 7,
    sizes: [{ name: 'big' }],
  })
  expect(valuesToSend(fields, { ...typed, rank: 'many' }, 'nl-NL')).toMatchObject({ rank: 'many' })
})

test('a decimal comma is a decimal point', () => {
  const sent = valuesToSend(fields, { sizes: [{ name: 'big', width: '1,2' }] }, 'nl-NL') as { sizes: unknown[] }
  expect(sent.sizes).toEqual([{ name: 'big', width: 1.2 }])
})

test('a list of texts is one text per line, without blanks and empty lines', () => {
  const codes = fieldsOf(z.object({ companies: z.array(z.string()).default([]) }))
  expect(codes).toMatchObject([{ name: 'companies', kind: 'texts', initial: [] }])
  expect(valuesToSend(codes, { companies: ['C1 ', '', ' C2'] }, 'en-GB')).toEqual({ companies: ['C1', 'C2'] })
})

describe('every schema with a form', () => {
  const all = [
    ...Object.entries(settingKinds).map(([kind, { schema: one }]) => [kind, one] as const),
    ['tenant', TenantSettings] as const,
  ]
  test.each(all)('%s has a field for every member, of a known kind', (_, one) => {
    const flat = (list: readonly SchemaField[]): SchemaField[] =>
      list.flatMap((field) => ('fields' in field ? [field, ...flat(field.fields)] : [field]))
    const found = flat(fieldsOf(one as z.ZodType))
    expect(found.length).toBeGreaterThan(1)
    for (const field of found) {
      if ('fields' in field) expect([field.name, field.fields.length]).not.toEqual([field.name, 0])
    }
  })
})

test('names are those of all fields, also of those in groups and rows', () => {
  expect(namesOf(fields)).toEqual(['code', 'alias', 'rank', 'isOn', 'style', 'subjects', 'sizes', 'name', 'width'])
})
