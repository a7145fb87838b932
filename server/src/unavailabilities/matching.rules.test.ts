import { describe, expect, test } from 'vitest'
import { type Nameable, registerOf, resourcesNamedBy } from './matching.rules.ts'

const one = (name: string, members: Partial<Nameable> = {}): Nameable => ({
  resource_id: name,
  resource_type: 'DRIVER',
  name,
  license_plate: null,
  first_name: null,
  last_name: null,
  email_address: null,
  ...members,
})
const ann = one('Ann Peeters', { email_address: 'Ann@Haulier.example' })
const bob = one('BOB-7', { first_name: 'Bob', last_name: 'De Smet' })
const van = one('Van 3', { resource_type: 'VAN', license_plate: '1-ABC-234' })
const event = { line: 1, addresses: [] as string[], names: [] as string[], title: '' }

function namesOf(given: Partial<typeof event>, resources = [ann, bob, van]) {
  return resourcesNamedBy({ ...event, ...given }, registerOf(resources)).map(({ name }) => name)
}

describe('the drivers of a calendar event', () => {
  test('are all known attendees, by address or name, each once', () => {
    expect(
      namesOf({ addresses: ['ann@haulier.example', 'x@y.example'], names: ['Ann Peeters', 'De Smet, Bob'] }),
    ).toEqual(['Ann Peeters', 'BOB-7'])
  })

  test.each([
    ['Verlof Ann Peeters', 'Ann Peeters'],
    ['PEETERS, ANN - holiday', 'Ann Peeters'],
    ['Bob de Smet: sick', 'BOB-7'],
    ['Service 1 abc 234', 'Van 3'],
    ['1ABC234 tyres', 'Van 3'],
  ])('%s: without attendees, are those in the title by full name or plate', (title, name) => {
    expect(namesOf({ title })).toEqual([name])
  })

  test.each(['Ann on leave', 'Annabel Peeterson', 'Board meeting', ''])('%s: are none', (title) => {
    expect(namesOf({ title })).toEqual([])
  })

  test('include the longer name if one is part of the other', () => {
    expect(namesOf({ title: 'Ann Peeters away' }, [ann, one('Ann')])).toEqual(['Ann Peeters'])
  })

  test('with the same name are left to a choice, and attendees take precedence over the title', () => {
    expect(namesOf({ title: 'Ann Peeters away' }, [ann, one('ann peeters')])).toEqual([])
    expect(namesOf({ title: 'Instead of Ann Peeters', names: ['Bob De Smet'] })).toEqual(['BOB-7'])
  })
})
