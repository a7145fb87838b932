import { expect, test } from 'vitest'
import { uniqueName } from './rules.ts'

test('files of the same name get numbers, also when only their case differs', () => {
  const taken = new Set<string>()
  const names = ['cmr.pdf', 'CMR.pdf', 'cmr (2).pdf', 'pod', 'pod'].map((name) => uniqueName(name, taken))
  expect(names).toEqual(['cmr.pdf', 'CMR (2).pdf', 'cmr (2) (2).pdf', 'pod', 'pod (2)'])
})
