import { expect, test } from 'vitest'
import { linesOf, lineToChoose } from './combobox-lines.ts'

interface Place {
  name: string
}

const keyOf = ({ name }: Place) => name
const lines = (text: string, found: readonly Place[] = []) =>
  linesOf<Place>({ text, found, recent: [{ name: 'Quay 12' }], keyOf, canMake: true })

test('after every keystroke the first option is the whole text, whatever was highlighted before', () => {
  const typed = 'Zandgroeve Kessenich'
  for (let earlier = 1; earlier <= typed.length; earlier += 1) {
    const highlighted = lines(typed.slice(0, earlier)).at(-1)!.key
    for (let length = earlier; length <= typed.length; length += 1) {
      const text = typed.slice(0, length)
      expect(lineToChoose(lines(text), highlighted)).toMatchObject({ make: text.trim() })
    }
  }
})

test('two options are two lines, so that a list notices that its highlighted line has changed', () => {
  expect(lines('Z')[0]!.key).not.toBe(lines('Za')[0]!.key)
})

test('a highlighted line is chosen while it is in the list; when it has left, the first line is', () => {
  const found = [{ name: 'Mill A' }, { name: 'Mill B' }]
  expect(lineToChoose(lines('Mill', found), 'Mill B')).toMatchObject({ item: { name: 'Mill B' } })
  expect(lineToChoose(lines('Mill A', [{ name: 'Mill A' }]), 'Mill B')).toMatchObject({ item: { name: 'Mill A' } })
  expect(lineToChoose([], 'Mill B')).toBeUndefined()
})

test('recent choices come first while nothing is typed, and only once', () => {
  const found = [{ name: 'Mill A' }, { name: 'Quay 12' }]
  expect(lines('', found).map(({ key }) => key)).toEqual(['Quay 12', 'Mill A'])
})
